//! Certificates that people paste.

use quire_sso::certificate::{Certificate, CertificateError};

const RSA: &str = include_str!("fixtures/rsa.crt");

fn body(pem: &str) -> String {
    pem.lines().filter(|line| !line.starts_with("--")).collect()
}

#[test]
fn a_certificate_is_read_in_all_its_spellings() {
    let read = Certificate::read(RSA).unwrap();
    assert_eq!(read.subject, "CN=idp.example.com,O=Example");
    assert_eq!((read.not_before, read.not_after), (1_795_460_085, 2_110_820_085));
    assert_eq!(read.fingerprint, "9435ba411bb6350fa0e229e357b05ab47f692ac0aa1a04802e609885c3ca1f23");
    let lines = RSA.replace('\n', "\r\n");
    let text = format!("Bag Attributes\n  friendlyName: x\n{RSA}");
    for spelling in [body(RSA), format!("  {} \n", body(RSA)), lines, text, read.pem()] {
        assert_eq!(Certificate::read(&spelling).as_ref(), Ok(&read));
    }
    assert_eq!(read.pem(), RSA);
    let both = format!("{RSA}\n{}", include_str!("fixtures/p384.crt"));
    assert_eq!(Certificate::read_all(&both).unwrap().len(), 2);
    assert_eq!(Certificate::read(&both), Err(CertificateError::Many));
}

#[test]
fn a_serial_number_that_the_standard_forbids_is_no_fault() {
    let read = Certificate::read(include_str!("fixtures/long_serial.crt")).unwrap();
    assert_eq!(read.subject, "O=Ünï,CN=v1 *@x");
}

#[test]
fn faults_of_a_pasted_text_are_named() {
    let cut = RSA.split("-----END").next().unwrap();
    let short = RSA.replace(&body(RSA)[..64], "");
    let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
    let encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----";
    let request = "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----";
    let malformed = |text: &str| matches!(Certificate::read(text), Err(CertificateError::Malformed(_)));
    assert!(malformed(&short) && malformed("AAAA") && malformed(&body(RSA)[..400]));
    for (text, error) in [
        ("", CertificateError::Empty),
        (" \n", CertificateError::Empty),
        (cut, CertificateError::Cut),
        (key, CertificateError::PrivateKey),
        (encrypted, CertificateError::PrivateKey),
        (request, CertificateError::Other("certificate request".to_owned())),
        (
            "94:35:BA:41:1B:B6:35:0F:A0:E2:29:E3:57:B0:5A:B4:7F:69:2A:C0:AA:1A:04:80:2E:60:98:85:C3:CA:1F:23",
            CertificateError::Fingerprint,
        ),
        ("https://idp.example.com/cert", CertificateError::Base64),
        (&RSA.replace("MII", "M*I"), CertificateError::Base64),
        (include_str!("fixtures/weak.crt"), CertificateError::Weak(1024)),
        (include_str!("fixtures/ed25519.crt"), CertificateError::Key("1.3.101.112".to_owned())),
        (include_str!("fixtures/p521.crt"), CertificateError::Key("curve 1.3.132.0.35".to_owned())),
        (&"A".repeat(100_000), CertificateError::Long),
        (&RSA.repeat(9), CertificateError::Many),
    ] {
        assert_eq!(Certificate::read_all(text), Err(error), "{text:.100}");
    }
}
