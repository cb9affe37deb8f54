//! Single sign-on by OpenID Connect: providers of organizations, the provider of the server, and groups.

mod groups;
pub(crate) mod provider;
mod server;
mod settings;
mod sign_in;
