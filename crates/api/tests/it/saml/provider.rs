//! An identity provider, whose messages are written in canonical form, so that a digest is that of the text itself.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quire_testkit::{Answer, Browser, TestApp};
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};

pub(crate) const CERTIFICATE: &str = include_str!("../../../../sso/tests/it/fixtures/rsa.crt");
const KEY: &str = include_str!("../../../../sso/tests/it/fixtures/rsa.key");
pub(crate) const ENTITY: &str = "https://idp.example.com/metadata";
pub(crate) const SSO: &str = "https://idp.example.com/sso";

/// A provider that an organization has set up.
pub(crate) struct Provider {
    /// The path of the provider in the API.
    pub(crate) path: String,
    pub(crate) shown: Value,
}

/// A response in the making.
pub(crate) struct Response<'a> {
    pub(crate) name: &'a str,
    pub(crate) email: &'a str,
    pub(crate) id: &'a str,
    /// The identifier of the request that it answers, if any.
    pub(crate) request: Option<&'a str>,
    pub(crate) audience: Option<&'a str>,
    pub(crate) groups: &'a [&'a str],
    /// The name of the session at the provider.
    pub(crate) session: &'a str,
    /// The time at which the session is to end.
    pub(crate) session_ends: Option<&'a str>,
    /// Further attributes, each with a value.
    pub(crate) attributes: &'a [(&'a str, &'a str)],
}

impl Default for Response<'_> {
    fn default() -> Self {
        Self {
            name: "u-1",
            email: "ada@example.com",
            id: "_a1",
            request: None,
            audience: None,
            groups: &[],
            session: "_s1",
            session_ends: None,
            attributes: &[],
        }
    }
}

impl Provider {
    /// Sets up a provider in an organization, as its admin.
    pub(crate) fn of(test: &TestApp, org: &str, token: Option<&str>) -> Self {
        let caller = token.map_or_else(|| test.admin(), |token| test.caller(Some(token)));
        let new = json!({ "label": "Acme", "entityID": ENTITY, "ssoURL": SSO, "certificate": CERTIFICATE });
        let shown = caller.post(&format!("{org}/saml"), &new).created();
        Self { path: format!("{org}/saml/{}", shown["id"].as_str().unwrap()), shown }
    }

    pub(crate) fn service(&self, name: &str) -> &str {
        self.shown["service"][name].as_str().unwrap()
    }

    /// Begins a sign-in in a browser, and returns the identifier of the request.
    pub(crate) fn begin(&self, browser: &Browser<'_>, next: &str) -> String {
        let answer = browser.open(&format!("{}?next={next}", self.service("startURL")));
        assert_eq!(answer.status, 303);
        Self::request_of(answer.header("location"))
    }

    /// Returns the identifier of the request in an address of the provider.
    pub(crate) fn request_of(location: &str) -> String {
        assert!(location.starts_with(&format!("{SSO}?")), "{location}");
        message_in(location, "SAMLRequest").split(" ID=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }

    /// Posts a response, as a page of the provider does in a browser: without cookies that stay on this site.
    pub(crate) fn post(&self, test: &TestApp, response: &Response<'_>) -> Answer {
        let fields = [("SAMLResponse", &*STANDARD.encode(self.xml(response)))];
        test.browser().submit_with(self.service("acsURL"), &fields, &[("origin", "https://idp.example.com")])
    }

    /// Signs a person in, in a browser.
    pub(crate) fn sign_in(&self, test: &TestApp, browser: &Browser<'_>, response: &Response<'_>) -> Answer {
        let request = self.begin(browser, "/account");
        let answered = self.post(test, &Response { request: Some(&request), ..*response });
        match answered.status.as_u16() {
            303 => browser.open(answered.header("location")),
            _ => answered,
        }
    }

    /// Returns a response in XML, signed.
    fn xml(&self, response: &Response<'_>) -> String {
        let (acs, id) = (self.service("acsURL"), response.id);
        let audience = response.audience.unwrap_or_else(|| self.service("entityID"));
        let answered = response.request.map(|id| format!(" InResponseTo=\"{id}\"")).unwrap_or_default();
        let ends = response.session_ends.map(|end| format!(" SessionNotOnOrAfter=\"{end}\"")).unwrap_or_default();
        let (from, until) = ("2027-01-15T07:59:00Z", "2027-01-15T08:05:00Z");
        let value = |group: &&str| format!("<saml:AttributeValue>{group}</saml:AttributeValue>");
        let groups: String = response.groups.iter().map(value).collect();
        let groups = match groups.is_empty() {
            true => groups,
            false => format!("<saml:Attribute Name=\"groups\">{groups}</saml:Attribute>"),
        };
        let attribute = |(name, value): &(&str, &str)| {
            format!(
                "<saml:Attribute Name=\"{name}\"><saml:AttributeValue>{value}</saml:AttributeValue></saml:Attribute>"
            )
        };
        let further: String = response.attributes.iter().map(attribute).collect();
        let assertion = |signature: &str| {
            format!(
                "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ID=\"{id}\" \
                 IssueInstant=\"{from}\" Version=\"2.0\"><saml:Issuer>{ENTITY}</saml:Issuer>{signature}<saml:Subject>\
                 <saml:NameID Format=\"urn:oasis:names:tc:SAML:2.0:nameid-format:persistent\">{}</saml:NameID>\
                 <saml:SubjectConfirmation Method=\"urn:oasis:names:tc:SAML:2.0:cm:bearer\">\
                 <saml:SubjectConfirmationData{answered} NotOnOrAfter=\"{until}\" Recipient=\"{acs}\">\
                 </saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>\
                 <saml:Conditions NotBefore=\"{from}\" NotOnOrAfter=\"{until}\"><saml:AudienceRestriction>\
                 <saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>\
                 <saml:AuthnStatement AuthnInstant=\"{from}\" SessionIndex=\"{}\"{ends}></saml:AuthnStatement>\
                 <saml:AttributeStatement><saml:Attribute Name=\"email\"><saml:AttributeValue>{}</saml:AttributeValue>\
                 </saml:Attribute><saml:Attribute Name=\"displayName\"><saml:AttributeValue>Ada Lovelace\
                 </saml:AttributeValue></saml:Attribute>{groups}{further}</saml:AttributeStatement></saml:Assertion>",
                response.name, response.session, response.email
            )
        };
        let signed = assertion(&signature(&assertion(""), id));
        format!(
            "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\" Destination=\"{acs}\" \
             ID=\"_r{id}\"{answered} IssueInstant=\"{from}\" Version=\"2.0\">\
             <saml:Issuer xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">{ENTITY}</saml:Issuer>\
             <samlp:Status><samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"></samlp:StatusCode>\
             </samlp:Status>{signed}</samlp:Response>"
        )
    }
}

/// Returns the message in XML in an address.
pub(crate) fn message_in(location: &str, parameter: &str) -> String {
    let query = location.split_once('?').unwrap_or_else(|| panic!("{location}")).1;
    let fields: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap();
    let found = fields.iter().find(|(name, _)| name == parameter).unwrap_or_else(|| panic!("{location}"));
    let deflated = STANDARD.decode(&found.1).unwrap();
    let mut xml = String::new();
    let mut reader = flate2::read::DeflateDecoder::new(&deflated[..]);
    std::io::Read::read_to_string(&mut reader, &mut xml).unwrap();
    xml
}

/// Returns the signature of the provider over some bytes.
pub(crate) fn sign(message: &[u8]) -> String {
    let body: String = KEY.lines().filter(|line| !line.starts_with("-----")).collect();
    let key = RsaKeyPair::from_pkcs8(&STANDARD.decode(body).unwrap()).unwrap();
    let mut value = vec![0; key.public().modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut value).unwrap();
    STANDARD.encode(value)
}

/// Returns the element `Signature` over a canonical text with an ID.
pub(crate) fn signature(canonical: &str, id: &str) -> String {
    const EXCLUSIVE: &str = "http://www.w3.org/2001/10/xml-exc-c14n#";
    let digest = STANDARD.encode(ring::digest::digest(&ring::digest::SHA256, canonical.as_bytes()));
    let parts = format!(
        "<ds:CanonicalizationMethod Algorithm=\"{EXCLUSIVE}\"></ds:CanonicalizationMethod><ds:SignatureMethod \
         Algorithm=\"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256\"></ds:SignatureMethod>\
         <ds:Reference URI=\"#{id}\"><ds:Transforms><ds:Transform \
         Algorithm=\"http://www.w3.org/2000/09/xmldsig#enveloped-signature\"></ds:Transform>\
         <ds:Transform Algorithm=\"{EXCLUSIVE}\"></ds:Transform></ds:Transforms><ds:DigestMethod \
         Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"></ds:DigestMethod><ds:DigestValue>{digest}\
         </ds:DigestValue></ds:Reference></ds:SignedInfo>"
    );
    let namespace = "xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\"";
    let value = sign(format!("<ds:SignedInfo {namespace}>{parts}").as_bytes());
    format!(
        "<ds:Signature {namespace}><ds:SignedInfo>{parts}<ds:SignatureValue>{value}</ds:SignatureValue></ds:Signature>"
    )
}
