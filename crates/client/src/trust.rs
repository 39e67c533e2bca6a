//! Trusted certificates: those of the authorities that are built in, of the system's, and of a file.
//!
//! The system's are found as OpenSSL finds them, by `SSL_CERT_FILE` and `SSL_CERT_DIR` or in the usual places.

use boardbots_base::input;
use boardbots_base::invalid::InputError;
use rustls::pki_types::CertificateDer;
use rustls::{CertificateError, RootCertStore};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use ureq::Error;
use ureq::config::ConfigBuilder;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::typestate::AgentScope;
use ureq::unversioned::transport::{Connector, RustlsConnector};

/// The most bytes of a file of certificates.
const MAX_BYTES: u64 = 1 << 20;
/// Variables that name the system's certificates.
const VARIABLES: [&str; 2] = ["SSL_CERT_FILE", "SSL_CERT_DIR"];

/// Authorities that are trusted beside the built-in ones and the system's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authorities {
    file: String,
    certificates: Arc<Vec<Vec<u8>>>,
}

impl Authorities {
    /// The certificates of a file, in PEM form.
    ///
    /// # Errors
    /// The file cannot be read, or holds no certificate that can be used.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let file = path.display().to_string();
        let bytes = input::read(path, MAX_BYTES).map_err(|error| InputError::new(error).at(&file))?;
        let mut certificates = Vec::new();
        for item in parse_pem(&bytes) {
            let Ok(PemItem::Certificate(certificate)) = item else { continue };
            let der = certificate.der().to_vec();
            let number = certificates.len() + 1;
            RootCertStore::empty().add(CertificateDer::from(der.as_slice())).map_err(|error| {
                InputError::new(format_args!("certificate {number} cannot be used: {error}")).at(&file)
            })?;
            certificates.push(der);
        }
        if certificates.is_empty() {
            let remedy = "there is no certificate in it; it begins with -----BEGIN CERTIFICATE----- (of another form \
                          openssl x509 -in FILE -inform der makes this one)";
            return Err(InputError::new(remedy).at(&file));
        }
        Ok(Self { file, certificates: Arc::new(certificates) })
    }
}

/// The certificates of the system.
struct System {
    certificates: Vec<CertificateDer<'static>>,
    /// Their file or folder, or the reason why there are none.
    place: String,
}

/// The system's certificates, read once.
fn system() -> &'static System {
    static SYSTEM: OnceLock<System> = OnceLock::new();
    SYSTEM.get_or_init(|| {
        let found = rustls_native_certs::load_native_certs();
        let set = VARIABLES.iter().filter_map(|name| Some(format!("{name}={}", std::env::var_os(name)?.display())));
        let mut place = set.collect::<Vec<_>>().join(" and ");
        if place.is_empty() {
            place = "its usual places".into();
        }
        if let Some(error) = found.errors.first() {
            place = format!("{place}: {error}");
        }
        System { certificates: found.certs, place }
    })
}

/// True if this build has encryption.
pub const BUILT_IN: bool = true;

/// A configuration with encryption by the authorities that are trusted.
pub fn secure(config: ConfigBuilder<AgentScope>, own: Option<&Authorities>) -> ConfigBuilder<AgentScope> {
    let own = own.iter().flat_map(|own| own.certificates.iter().map(Vec::as_slice));
    let built_in = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().map(AsRef::<[u8]>::as_ref);
    let fixed: BTreeSet<&'static [u8]> = built_in.chain(system().certificates.iter().map(AsRef::as_ref)).collect();
    let all = fixed.into_iter().map(Certificate::from_der);
    let all = all.chain(own.map(|der| Certificate::from_der(der).to_owned()));
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(all.collect())))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build();
    config.tls_config(tls)
}

/// A connector whose connections are those of `plain`, encrypted where the address asks for it.
pub fn connector(plain: impl Connector) -> impl Connector {
    plain.chain(RustlsConnector::default())
}

/// A certificate that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Untrusted {
    /// The fault, for people.
    pub why: String,
    /// True if it would be accepted at another time: the clock may be wrong.
    pub by_clock: bool,
}

impl Untrusted {
    /// The certificate because of which a request failed, if it was one.
    pub fn of(error: &Error) -> Option<Self> {
        let rustls::Error::InvalidCertificate(error) = (match error {
            Error::Rustls(error) => error,
            Error::Io(error) => error.get_ref()?.downcast_ref()?,
            _ => return None,
        }) else {
            return None;
        };
        let by_clock = matches!(
            error,
            CertificateError::Expired
                | CertificateError::ExpiredContext { .. }
                | CertificateError::NotValidYet
                | CertificateError::NotValidYetContext { .. }
        );
        Some(Self { why: error.to_string(), by_clock })
    }

    /// The error with the authorities that this program asked, and advice.
    pub fn told(self, own: Option<&Authorities>) -> Self {
        let (built_in, System { certificates, place }) = (webpki_root_certs::TLS_SERVER_ROOT_CERTS.len(), system());
        let file = own.map_or_else(|| "; there was no --ca".into(), |own| format!(", and those of --ca {}", own.file));
        let remedy = if self.by_clock { "look at the clock" } else { "name the file with its authority: --ca FILE" };
        let why = format!(
            "the server's certificate is not trusted: {}; asked were {built_in} built-in authorities, {} of the system \
             ({place}){file}; {remedy}",
            self.why,
            certificates.len()
        );
        Self { why, ..self }
    }
}
