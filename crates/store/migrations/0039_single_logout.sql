-- Single logout of SAML: where the provider takes requests and answers, and whom it is asked to sign out.

alter table saml_providers add column slo_url text;
alter table saml_providers add column slo_response_url text;

-- A token of OpenID Connect, or the name of the person and of the session at a provider with SAML, as JSON.
alter table sessions rename column id_token to sign_out_hint;
alter table visitor_sessions add column sign_out_hint text;
