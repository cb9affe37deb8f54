//! Single sign-on: the identity providers of organizations, and signing in by them.
//!
//! A provider speaks for its organization alone. A person is the name that a provider gives them, never the e-mail
//! address alone; a session that begins here reaches the organization of the provider and no other, and so do the tokens
//! made in it. Messages are verified in [`quire_sso`].

mod hashes;
pub mod people;
pub mod providers;
pub mod sign_in;
