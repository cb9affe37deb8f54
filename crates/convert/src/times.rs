//! The times of files in ZIP archives, which have two seconds each and no time zone: they are read and written as UTC.
//!
//! The first moment of the format, 1980 began, stands for a time that is not known, as tools write it for that.

use jiff::Timestamp;
use jiff::civil::DateTime as Civil;
use jiff::tz::TimeZone;
use zip::DateTime;

/// Returns a time in milliseconds since 1970; `None` if it is not known, or no time at all.
pub(crate) fn read(time: DateTime) -> Option<i64> {
    let signed = |part: u8| i8::try_from(part).ok();
    let (year, month, day) = (i16::try_from(time.year()).ok()?, signed(time.month())?, signed(time.day())?);
    let (hour, minute, second) = (signed(time.hour())?, signed(time.minute())?, signed(time.second())?);
    let civil = Civil::new(year, month, day, hour, minute, second, 0).ok()?;
    let at = civil.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond();
    (time != DateTime::default()).then_some(at)
}

/// Returns the time that is written; one that the format does not have is not known.
pub(crate) fn written(at: Option<i64>) -> DateTime {
    let convert = |at| {
        let civil = Timestamp::from_millisecond(at).ok()?.to_zoned(TimeZone::UTC).datetime();
        let unsigned = |part: i8| u8::try_from(part).ok();
        let (year, month, day) = (u16::try_from(civil.year()).ok()?, unsigned(civil.month())?, unsigned(civil.day())?);
        let (hour, minute, second) = (unsigned(civil.hour())?, unsigned(civil.minute())?, unsigned(civil.second())?);
        DateTime::from_date_and_time(year, month, day, hour, minute, second).ok()
    };
    at.and_then(convert).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_back_to_two_seconds() {
        for at in [1_700_000_000_000, 1_582_934_400_000, 315_619_200_000] {
            assert_eq!(read(written(Some(at))), Some(at));
        }
        assert_eq!(read(written(Some(1_700_000_001_999))), Some(1_700_000_000_000));
        for at in [None, Some(0), Some(-1), Some(i64::MAX), Some(i64::MIN), Some(315_532_800_000)] {
            assert_eq!(read(written(at)), None, "{at:?}");
        }
    }
}
