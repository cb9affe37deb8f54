//! Names of built-in items: methods of values, and global functions and constants. They are implemented in
//! `strings`, `arrays`, `numbers` and `objects`.

use std::f64::consts;

use super::number::MOST_EXACT;

/// Declares an enum of names as written in JavaScript.
macro_rules! names {
    ($(#[$meta:meta])* $type:ident { $($variant:ident $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum $type { $($variant,)* }

        impl $type {
            pub(super) fn named(name: &str) -> Option<Self> {
                Some(match name { $($name => Self::$variant,)* _ => return None })
            }
        }
    };
}

/// The kind of value that a method is called on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReceiverKind {
    String,
    Array,
    Number,
    Boolean,
    Object,
}

names! {
    /// A method name; [`ReceiverKind::has`] tells which kinds have it.
    Method {
        At "at",
        CharAt "charAt",
        CharCodeAt "charCodeAt",
        Concat "concat",
        EndsWith "endsWith",
        Every "every",
        Filter "filter",
        Find "find",
        FindIndex "findIndex",
        FindLast "findLast",
        FindLastIndex "findLastIndex",
        Flat "flat",
        FlatMap "flatMap",
        HasOwnProperty "hasOwnProperty",
        Includes "includes",
        IndexOf "indexOf",
        Join "join",
        LastIndexOf "lastIndexOf",
        Map "map",
        PadEnd "padEnd",
        PadStart "padStart",
        Reduce "reduce",
        Repeat "repeat",
        Replace "replace",
        ReplaceAll "replaceAll",
        Reverse "reverse",
        Slice "slice",
        Some "some",
        Sort "sort",
        Split "split",
        StartsWith "startsWith",
        Substr "substr",
        Substring "substring",
        ToFixed "toFixed",
        ToLowerCase "toLowerCase",
        ToReversed "toReversed",
        ToSorted "toSorted",
        ToString "toString",
        ToUpperCase "toUpperCase",
        Trim "trim",
        TrimEnd "trimEnd",
        TrimStart "trimStart",
    }
}

names! {
    /// A function that is called by its own or a qualified name.
    Global {
        ArrayIsArray "Array.isArray",
        Boolean "Boolean",
        IsFinite "isFinite",
        IsNaN "isNaN",
        JsonStringify "JSON.stringify",
        MathAbs "Math.abs",
        MathCeil "Math.ceil",
        MathFloor "Math.floor",
        MathMax "Math.max",
        MathMin "Math.min",
        MathPow "Math.pow",
        MathRound "Math.round",
        MathSign "Math.sign",
        MathSqrt "Math.sqrt",
        MathTrunc "Math.trunc",
        Number "Number",
        NumberIsFinite "Number.isFinite",
        NumberIsInteger "Number.isInteger",
        NumberIsNaN "Number.isNaN",
        NumberIsSafeInteger "Number.isSafeInteger",
        ObjectEntries "Object.entries",
        ObjectHasOwn "Object.hasOwn",
        ObjectKeys "Object.keys",
        ObjectValues "Object.values",
        ParseFloat "parseFloat",
        ParseInt "parseInt",
        String "String",
    }
}

/// The names that only qualify functions and constants.
pub(super) const NAMESPACES: [&str; 6] = ["Array", "JSON", "Math", "Number", "Object", "String"];

impl Global {
    /// Returns the function with a qualified name; `Number.parseFloat` is `parseFloat` itself.
    pub(super) fn find(name: &str) -> Option<Self> {
        match name {
            "Number.parseFloat" => Some(Self::ParseFloat),
            "Number.parseInt" => Some(Self::ParseInt),
            _ => Self::named(name),
        }
    }
}

/// Returns the number with a qualified name.
pub(super) fn constant(name: &str) -> Option<f64> {
    Some(match name {
        "Math.E" => consts::E,
        "Math.LN10" => consts::LN_10,
        "Math.LN2" => consts::LN_2,
        "Math.LOG10E" => consts::LOG10_E,
        "Math.LOG2E" => consts::LOG2_E,
        "Math.PI" => consts::PI,
        "Math.SQRT1_2" => consts::FRAC_1_SQRT_2,
        "Math.SQRT2" => consts::SQRT_2,
        "Number.EPSILON" => f64::EPSILON,
        "Number.MAX_SAFE_INTEGER" => MOST_EXACT,
        "Number.MAX_VALUE" => f64::MAX,
        "Number.MIN_SAFE_INTEGER" => -MOST_EXACT,
        "Number.MIN_VALUE" => f64::from_bits(1),
        "Number.NaN" => f64::NAN,
        "Number.NEGATIVE_INFINITY" => f64::NEG_INFINITY,
        "Number.POSITIVE_INFINITY" => f64::INFINITY,
        _ => return None,
    })
}

impl ReceiverKind {
    pub(super) fn has(self, method: Method) -> bool {
        use Method as M;
        match method {
            M::ToString | M::HasOwnProperty => true,
            M::At | M::Concat | M::Includes | M::IndexOf | M::LastIndexOf | M::Slice => {
                matches!(self, Self::String | Self::Array)
            }
            M::ToFixed => self == Self::Number,
            M::Every | M::Filter | M::Find | M::FindIndex | M::FindLast | M::FindLastIndex | M::Flat | M::FlatMap => {
                self == Self::Array
            }
            M::Join | M::Map | M::Reduce | M::Reverse | M::Some | M::Sort | M::ToReversed | M::ToSorted => {
                self == Self::Array
            }
            M::CharAt | M::CharCodeAt | M::EndsWith | M::PadEnd | M::PadStart | M::Repeat | M::Replace => {
                self == Self::String
            }
            M::ReplaceAll | M::Split | M::StartsWith | M::Substr | M::Substring => self == Self::String,
            M::ToLowerCase | M::ToUpperCase | M::Trim | M::TrimEnd | M::TrimStart => self == Self::String,
        }
    }
}

impl Method {
    /// Returns true if the method never returns a boolean, whatever it is called on.
    pub(super) fn is_never_boolean(self) -> bool {
        use Method as M;
        let may = matches!(self, M::EndsWith | M::Every | M::HasOwnProperty | M::Includes | M::Some | M::StartsWith);
        // These return an element of an array, or the result of a function.
        !may && !matches!(self, M::At | M::Find | M::FindLast | M::Reduce)
    }
}

impl Global {
    /// Returns true if the function never returns a boolean.
    pub(super) fn is_never_boolean(self) -> bool {
        use Global as G;
        let tests = matches!(self, G::ArrayIsArray | G::Boolean | G::IsFinite | G::IsNaN | G::ObjectHasOwn);
        let of_numbers =
            matches!(self, G::NumberIsFinite | G::NumberIsInteger | G::NumberIsNaN | G::NumberIsSafeInteger);
        !tests && !of_numbers
    }
}
