//! Evaluation of a tree: nodes, members and calls. Operators are in `operators`, conversions in `convert`, and
//! built-in functions in files of their own.

use std::sync::Arc;

use super::Scope;
use super::budget::{Budget, Cost, Failure};
use super::natives::{Method, ReceiverKind};
use super::syntax::{Arrow, Binary, Item, Key, Link, Logical, Node, Property, Step};
use super::units::characters;
use super::value::{Callable, Closure, Frame, Function, Text, Value, index};
use super::{arrays, numbers, objects, strings};

pub(super) type Evaluated<T = Value> = Result<T, Failure>;

/// The number of bytes charged for a value in an array or an object, overhead included.
const SLOT: usize = size_of::<Value>();
/// The number of bytes charged for an array, an object, a text or a function in addition to its content.
const HEAD: usize = 48;

pub(super) struct Machine<'a> {
    scope: &'a Scope,
    pub(super) budget: Budget,
}

type EnclosingFrame<'f> = Option<&'f Arc<Frame>>;

impl<'a> Machine<'a> {
    pub(super) fn new(scope: &'a Scope) -> Self {
        Self { scope, budget: Budget::full() }
    }

    pub(super) fn within(scope: &'a Scope, most: Cost) -> Self {
        Self { scope, budget: Budget::within(most) }
    }

    pub(super) fn run(&mut self, node: &Node) -> Evaluated {
        self.evaluate(node, None)
    }

    pub(super) fn evaluate(&mut self, node: &Node, around: EnclosingFrame<'_>) -> Evaluated {
        self.budget.step()?;
        self.budget.enter()?;
        let value = match node {
            Node::Constant(value) => Ok(value.clone()),
            Node::Root(root) => self.scope.get(*root).cloned().ok_or(Failure::Missing(*root)),
            Node::Local { up, slot } => Ok(local(around, *up, *slot)),
            Node::Template(first, rest) => self.template(first, rest, around),
            Node::Array(items) => self.items(items, around).and_then(|values| self.array(values)),
            Node::Object(properties) => self.literal(properties, around),
            Node::Chain(base, links) => self.chain(base, links, around),
            Node::Unary(operator, operand) => {
                self.evaluate(operand, around).and_then(|operand| self.unary(*operator, &operand))
            }
            Node::Binary(first, rest) => self.row(first, rest, around),
            Node::Logical(logical, operands) => self.logical(*logical, operands, around),
            Node::Conditional(parts) => self.conditional(parts, around),
            Node::Arrow(arrow) => self.function(arrow, around),
        };
        self.budget.leave();
        value
    }

    fn row(&mut self, first: &Node, rest: &[(Binary, Node)], around: EnclosingFrame<'_>) -> Evaluated {
        let mut left = self.evaluate(first, around)?;
        for (operator, operand) in rest {
            let right = self.evaluate(operand, around)?;
            left = self.binary(*operator, &left, &right)?;
        }
        Ok(left)
    }

    fn logical(&mut self, logical: Logical, operands: &[Node], around: EnclosingFrame<'_>) -> Evaluated {
        let mut value = Value::Undefined;
        for operand in operands {
            value = self.evaluate(operand, around)?;
            let decided = match logical {
                Logical::And => !value.is_truthy(),
                Logical::Or => value.is_truthy(),
                Logical::Coalesce => !value.is_nullish(),
            };
            if decided {
                break;
            }
        }
        Ok(value)
    }

    fn conditional(&mut self, [condition, then, other]: &[Node; 3], around: EnclosingFrame<'_>) -> Evaluated {
        let branch = if self.evaluate(condition, around)?.is_truthy() { then } else { other };
        self.evaluate(branch, around)
    }

    fn template(&mut self, first: &Text, rest: &[(Node, Text)], around: EnclosingFrame<'_>) -> Evaluated {
        let mut written = Vec::new();
        self.write(&mut written, first.units())?;
        for (node, text) in rest {
            let value = self.evaluate(node, around)?;
            let value = self.text(&value)?;
            self.write(&mut written, value.units())?;
            self.write(&mut written, text.units())?;
        }
        Ok(Text::from(written).into())
    }

    /// Evaluates elements or arguments, and expands those that are spread.
    fn items(&mut self, items: &[Item], around: EnclosingFrame<'_>) -> Evaluated<Vec<Value>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let value = self.evaluate(&item.node, around)?;
            if item.spread {
                self.spread(&mut values, &value)?;
            } else {
                values.push(value);
            }
        }
        Ok(values)
    }

    fn spread(&mut self, values: &mut Vec<Value>, value: &Value) -> Evaluated<()> {
        match value {
            Value::Array(array) => {
                self.budget.steps(array.values().len())?;
                values.extend_from_slice(array.values());
            }
            Value::String(text) => {
                self.budget.steps(text.units().len())?;
                for place in characters(text.units()) {
                    values.push(self.string(&text.units()[place])?);
                }
            }
            _ => return Err(Failure::Invalid("only arrays and texts can be spread here".to_owned())),
        }
        Ok(())
    }

    fn literal(&mut self, properties: &[Property], around: EnclosingFrame<'_>) -> Evaluated {
        let mut members = Vec::with_capacity(properties.len());
        for property in properties {
            match property {
                Property::Named(key, node) => members.push((key.clone(), self.evaluate(node, around)?)),
                Property::Computed(key, node) => {
                    let key = self.evaluate(key, around)?;
                    let key = self.text(&key)?;
                    members.push((key, self.evaluate(node, around)?));
                }
                Property::Spread(node) => {
                    let value = self.evaluate(node, around)?;
                    members.extend(objects::entries(self, &value)?);
                }
            }
        }
        self.object(members)
    }

    /// Creates a function. It keeps the enclosing parameters alive, so they are charged too.
    fn function(&mut self, arrow: &Arc<Arrow>, around: EnclosingFrame<'_>) -> Evaluated {
        let remembered = around.map_or(0, |frame| frame.values.len());
        self.budget.bytes(2 * HEAD + remembered * SLOT)?;
        let closure = Closure { arrow: arrow.clone(), frame: around.cloned() };
        Ok(Value::Function(Function(Callable::Arrow(Arc::new(closure)))))
    }

    /// Evaluates a value and its links: the value that a member is read from is the receiver of a call of that member.
    fn chain(&mut self, base: &Node, links: &[Link], around: EnclosingFrame<'_>) -> Evaluated {
        let mut value = self.evaluate(base, around)?;
        let mut receiver = Value::Undefined;
        for (position, link) in links.iter().enumerate() {
            if link.optional && value.is_nullish() {
                return Ok(Value::Undefined);
            }
            let (next, from) = match &link.step {
                Step::Member(key) => (self.member(&value, key)?, value),
                Step::Index(node) => {
                    let key = self.evaluate(node, around)?;
                    (self.index(&value, &key)?, value)
                }
                Step::Call(_) if !matches!(value, Value::Function(_)) => {
                    return Err(not_a_function(position.checked_sub(1).and_then(|before| links.get(before))));
                }
                Step::Call(arguments) => {
                    let arguments = self.items(arguments, around)?;
                    (self.call(&value, &receiver, &arguments)?, Value::Undefined)
                }
            };
            (value, receiver) = (next, from);
        }
        Ok(value)
    }

    fn member(&mut self, value: &Value, key: &Key) -> Evaluated {
        let own = match value {
            Value::Object(object) => object.get(&key.text).cloned(),
            Value::Function(_) => return Err(Failure::Unavailable("a member of a function")),
            Value::Undefined | Value::Null => return Err(no_members(value, &key.text)),
            _ => length(value).filter(|_| key.text == *LENGTH),
        };
        Ok(own.or_else(|| method(value, key.method)).unwrap_or(Value::Undefined))
    }

    fn index(&mut self, value: &Value, key: &Value) -> Evaluated {
        self.budget.step()?;
        if let (Value::Array(array), Value::Number(number)) = (value, key) {
            let position = if number.trunc() == *number && *number >= 0.0 { *number as usize } else { usize::MAX };
            return Ok(array.values().get(position).cloned().unwrap_or(Value::Undefined));
        }
        let key = self.text(key)?;
        self.budget.scan(key.units().len())?;
        if let Some(element) = self.element(value, key.units())? {
            return Ok(element);
        }
        let method = String::from_utf16(key.units()).ok().and_then(|name| Method::named(&name));
        self.member(value, &Key { text: key, method })
    }

    /// Returns the element of an array or text, if the key is an index.
    fn element(&mut self, value: &Value, key: &[u16]) -> Evaluated<Option<Value>> {
        let Some(position) = index(key).and_then(|position| usize::try_from(position).ok()) else { return Ok(None) };
        match value {
            Value::Array(array) => Ok(array.values().get(position).cloned()),
            Value::String(text) => match text.units().get(position) {
                Some(unit) => self.string(&[*unit]).map(Some),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Returns true if a value has an own member.
    pub(super) fn has(&mut self, value: &Value, key: &Text) -> Evaluated<bool> {
        self.budget.scan(key.units().len())?;
        Ok(match value {
            Value::Object(object) => object.get(key).is_some(),
            Value::Function(_) => return Err(Failure::Unavailable("a member of a function")),
            Value::Array(_) | Value::String(_) => key == &*LENGTH || self.element(value, key.units())?.is_some(),
            _ => false,
        })
    }

    pub(super) fn call(&mut self, function: &Value, receiver: &Value, arguments: &[Value]) -> Evaluated {
        self.budget.step()?;
        let Value::Function(Function(callable)) = function else {
            return Err(Failure::Invalid("only functions can be called".to_owned()));
        };
        self.budget.enter()?;
        let value = match callable {
            Callable::Arrow(closure) => self.apply(closure, arguments),
            Callable::Global(global) => numbers::global(self, *global, arguments),
            Callable::Method(kind, method) => self.method(*kind, *method, receiver, arguments),
        };
        self.budget.leave();
        value
    }

    fn apply(&mut self, closure: &Closure, arguments: &[Value]) -> Evaluated {
        let count = closure.arrow.parameters;
        self.budget.steps(count / 8)?;
        let mut values = Vec::with_capacity(count);
        values.extend_from_slice(&arguments[..count.min(arguments.len())]);
        values.resize(count, Value::Undefined);
        let frame = Arc::new(Frame::new(values, closure.frame.clone())?);
        self.evaluate(&closure.arrow.body, Some(&frame))
    }

    fn method(&mut self, kind: ReceiverKind, method: Method, receiver: &Value, arguments: &[Value]) -> Evaluated {
        match (kind, receiver) {
            (ReceiverKind::String, Value::String(text)) => strings::call(self, text, method, arguments),
            (ReceiverKind::Array, Value::Array(array)) => arrays::call(self, array, method, arguments),
            (ReceiverKind::Number, Value::Number(number)) => numbers::call(self, *number, method, arguments),
            (ReceiverKind::Object, Value::Object(_)) | (ReceiverKind::Boolean, Value::Boolean(_)) => {
                objects::call(self, receiver, method, arguments)
            }
            (_, Value::Undefined | Value::Null) => Err(Failure::Invalid("a method is called on nothing".to_owned())),
            _ => Err(Failure::Unavailable("a method of another kind of value")),
        }
    }

    /// Appends to a text under construction.
    pub(super) fn write(&mut self, written: &mut Vec<u16>, units: &[u16]) -> Evaluated<()> {
        self.budget.scan(units.len())?;
        self.budget.bytes(size_of_val(units))?;
        written.extend_from_slice(units);
        Ok(())
    }

    pub(super) fn string(&mut self, units: &[u16]) -> Evaluated {
        self.budget.scan(units.len())?;
        self.budget.bytes(HEAD + size_of_val(units))?;
        Ok(Text::from(units).into())
    }

    pub(super) fn array(&mut self, values: Vec<Value>) -> Evaluated {
        self.budget.bytes(HEAD + values.len() * SLOT)?;
        Ok(Value::array(values)?)
    }

    pub(super) fn object(&mut self, members: Vec<(Text, Value)>) -> Evaluated {
        // Members of large objects have an entry in the index too.
        self.budget.bytes(2 * HEAD + members.len() * 4 * SLOT)?;
        let hashed = members.iter().map(|(key, _)| key.units().len()).fold(0, usize::saturating_add);
        self.budget.scan(hashed.saturating_mul(2))?;
        Ok(Value::object(members)?)
    }
}

fn local(around: EnclosingFrame<'_>, up: usize, slot: usize) -> Value {
    let mut frame = around;
    for _ in 0..up {
        frame = frame.and_then(|frame| frame.outer.as_ref());
    }
    frame.and_then(|frame| frame.values.get(slot)).cloned().unwrap_or(Value::Undefined)
}

/// Returns the argument at an index, or undefined.
pub(super) fn argument(arguments: &[Value], place: usize) -> &Value {
    arguments.get(place).unwrap_or(&Value::Undefined)
}

static LENGTH: std::sync::LazyLock<Text> = std::sync::LazyLock::new(|| "length".into());

fn length(value: &Value) -> Option<Value> {
    let length = match value {
        Value::String(text) => text.units().len(),
        Value::Array(array) => array.values().len(),
        _ => return None,
    };
    Some(Value::Number(length as f64))
}

fn method(value: &Value, method: Option<Method>) -> Option<Value> {
    let kind = match value {
        Value::String(_) => ReceiverKind::String,
        Value::Array(_) => ReceiverKind::Array,
        Value::Number(_) => ReceiverKind::Number,
        Value::Boolean(_) => ReceiverKind::Boolean,
        Value::Object(_) => ReceiverKind::Object,
        _ => return None,
    };
    let method = method.filter(|method| kind.has(*method))?;
    Some(Value::Function(Function(Callable::Method(kind, method))))
}

fn not_a_function(before: Option<&Link>) -> Failure {
    let called = match before.map(|link| &link.step) {
        Some(Step::Member(key)) => format!("`{}`", key.text),
        _ => "what is called".to_owned(),
    };
    Failure::Invalid(format!("{called} is not a function"))
}

fn no_members(value: &Value, key: &Text) -> Failure {
    let name = if matches!(value, Value::Null) { "null" } else { "undefined" };
    Failure::Invalid(format!("`{key}` is read from {name}"))
}
