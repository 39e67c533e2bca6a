//! Files for browsers, packed when the program is built.

/// A file of a page. It is served as `/assets/NAME`; names are unique among all games. Words (`lang_CODE.json`)
/// are an exception: the files of all games with the same name become one.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The name of the file.
    pub name: &'static str,
    /// Its content type.
    pub form: &'static str,
    /// Its entity tag.
    pub tag: &'static str,
    /// Its content, packed with gzip.
    pub packed: &'static [u8],
}
