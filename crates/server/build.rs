//! Packs the pages that the program serves.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    pages::pack();
}

#[path = "build/strip.rs"]
mod strip;

mod pages {
    use crate::strip::strip;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::collections::BTreeMap;
    use std::fmt::Write as _;
    use std::fs;
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    /// Folders of pages, and what to watch for such a folder as long as there is none.
    const FOLDERS: [(&str, &str); 2] = [("src/arena/pages", "src/arena"), ("src/tables/pages", "src/tables")];

    /// Packs every file of the folders, without what only who writes it needs, and writes the
    /// table of them that `src/web/shelf.rs` includes.
    pub fn pack() {
        println!("cargo::rerun-if-changed=build");
        let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
        let mut files: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (folder, parent) in FOLDERS {
            let there = Path::new(folder).is_dir();
            println!("cargo::rerun-if-changed={}", if there { folder } else { parent });
            if !there {
                continue;
            }
            for entry in fs::read_dir(folder).expect("the folder can be read") {
                let path = entry.expect("the folder can be read").path();
                let name = path.file_name().and_then(|name| name.to_str()).expect("names are plain").to_string();
                let other = files.insert(name, path.clone());
                assert!(other.is_none(), "{} has the name of a page in another folder", path.display());
            }
        }
        let mut table = format!("static FILES: [File; {}] = [\n", files.len());
        for (name, path) in files {
            let source = fs::read_to_string(&path).expect("pages can be read");
            let content =
                strip(&name, &source).unwrap_or_else(|fault| panic!("{}: {fault}", path.display())).into_bytes();
            let packed = out.join(format!("{name}.gz"));
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            packer.write_all(&content).expect("memory takes everything");
            fs::write(&packed, packer.finish().expect("memory takes everything")).expect("cargo's folder is writable");
            writeln!(
                table,
                "File {{ name: {name:?}, form: {:?}, tag: {:?}, packed: include_bytes!(concat!(env!(\"OUT_DIR\"), {:?})), plain: OnceLock::new() }},",
                form(&path),
                format!("W/\"{:016x}\"", hash(&content)),
                format!("/{name}.gz"),
            )
            .expect("a text grows");
        }
        table.push_str("];\n");
        fs::write(out.join("pages.rs"), table).expect("cargo's folder is writable");
    }

    /// The content type of a page, by its name.
    fn form(path: &Path) -> &'static str {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("json") => "application/json; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => panic!("{}: nobody knows how to serve this; build.rs lists the content types", path.display()),
        }
    }

    /// FNV-1a of 64 bits: the same on every machine.
    fn hash(content: &[u8]) -> u64 {
        content
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}
