//! Single sign-on by SAML: providers, sign-ins, and how far their sessions reach.

mod logout;
pub(crate) mod provider;
mod reach;
mod settings;
mod sign_in;
mod strangers;
