//! One-time codes and recovery codes.

use std::collections::HashSet;

use quire_sso::{recovery, totp};

fn secret() -> totp::Secret {
    totp::Secret::new(*b"12345678901234567890")
}

#[test]
fn codes_are_those_of_rfc_6238() {
    // Appendix B, of whose eight digits apps show the last six.
    for (now, code) in [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ] {
        assert_eq!(secret().accepted_step(code, now, None), Some(now / 30), "{now}");
        assert_eq!(secret().accepted_step(code, now + 90, None), None, "{now}");
    }
}

#[test]
fn a_code_is_accepted_one_step_around_and_once() {
    let (secret, now) = (secret(), 1_111_111_110);
    let at = |seconds: i64, last| secret.accepted_step("050471", now + seconds, last);
    let step = now / 30;
    assert_eq!(at(0, None), Some(step));
    assert_eq!((at(-30, None), at(59, None)), (Some(step), Some(step)));
    assert_eq!((at(-31, None), at(60, None)), (None, None));
    assert_eq!((at(0, Some(step - 1)), at(0, Some(step)), at(0, Some(step + 1))), (Some(step), None, None));
    assert_eq!(secret.accepted_step(" 050 471\n", now, None), Some(step));
    for wrong in ["", "05047", "0504711", "050472", "05047a", "٠٥٠٤٧١", "-50471"] {
        assert_eq!(secret.accepted_step(wrong, now, None), None, "{wrong}");
    }
}

#[test]
fn secrets_are_written_for_people_and_apps() {
    assert_eq!(secret().base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    let uri = secret().uri("Acme: Docs & Co", "ada+x@example.com");
    let expected = "otpauth://totp/Acme%20%20Docs%20%26%20Co:ada%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
        &issuer=Acme%20%20Docs%20%26%20Co&algorithm=SHA1&digits=6&period=30";
    assert_eq!(uri, expected);
    assert_eq!(format!("{:?}", secret()), "Secret(…)");
}

#[test]
fn recovery_codes_are_ten_that_differ_and_read_back() {
    let random: [u8; 100] = std::array::from_fn(|at| u8::try_from(at * 37 % 256).unwrap());
    let codes = recovery::codes(&random);
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), 10);
    assert_eq!(recovery::codes(&[0; 100])[0], "0000-0000-0000-0000");
    assert_eq!(recovery::codes(&[0xFF; 100])[9], "zzzz-zzzz-zzzz-zzzz");
    for code in &codes {
        assert_eq!(code.len(), 19);
        let typed = format!(" {} ", code.to_uppercase().replace('-', " ").replace('0', "O").replace('1', "l"));
        assert_eq!(recovery::normalized(&typed).as_ref(), Some(code));
    }
    for wrong in ["", "0000-0000-0000-000", "0000-0000-0000-00000", "0000-0000-0000-000u", "0000-0000-0000-000é"] {
        assert_eq!(recovery::normalized(wrong), None, "{wrong}");
    }
}
