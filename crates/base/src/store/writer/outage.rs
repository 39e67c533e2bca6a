//! Outages: times when nothing can be stored.

use crate::store::{FileError, StoreError};
use rusqlite::ErrorCode;
use std::sync::Arc;

/// The reason why nothing can be stored at the moment; `None` while storing works.
pub type Outage = Option<Arc<str>>;

/// The reason for a failed statement, for people who cannot see the server.
pub(super) fn reason(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full".into(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "another program holds the database".into(),
        Some(ErrorCode::ReadOnly) => "the database is read-only".into(),
        Some(ErrorCode::SystemIoFailure) => "the disk fails".into(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => "the database is damaged".into(),
        _ => error.to_string(),
    }
}

/// The reason for a failure if another attempt may succeed; `None` if the job itself is at fault.
pub(super) fn passing(error: &StoreError) -> Option<String> {
    let StoreError::File(FileError::Statement(error)) = error else { return None };
    let transient = matches!(
        error.sqlite_error_code()?,
        ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::DatabaseCorrupt
            | ErrorCode::NotADatabase
            | ErrorCode::OutOfMemory
            | ErrorCode::PermissionDenied
            | ErrorCode::FileLockingProtocolFailed
            | ErrorCode::OperationInterrupted
            | ErrorCode::OperationAborted
    );
    transient.then(|| reason(error))
}
