//! OpenID Connect sign-in by the code flow (OpenID Connect Core 1.0, section 3.1, with PKCE of RFC 7636), as values.
//!
//! The caller sends what these functions write and hands them what comes back. The invariant: [`Claims`] come only from
//! a token that a key of the provider signed for this client and this sign-in. The kind of the key decides which
//! algorithms may be, so tokens without signature and tokens with symmetric ones are refused.

mod claims;
mod discovery;
mod keys;
mod request;
mod token;

pub use claims::{Claims, UserInfoError};
pub use discovery::{Addresses, Discovery, DiscoveryError};
pub use keys::{Keys, KeysError};
pub use request::{
    Authorization, Callback, CallbackError, Client, TokenError, TokenRequest, Tokens, end_session_url, verifier,
};
pub use token::{ExpectedLogout, ExpectedToken, LogoutToken, TokenRefusal, verify_id_token, verify_logout_token};

/// The difference between two clocks that is forgiven, in seconds.
pub const SKEW: crate::Seconds = 60;
