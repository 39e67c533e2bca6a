//! Words for the variants of an enum, in their order.

/// `ALL`, `word` and `Display` of an enum without fields.
macro_rules! words {
    ($name:ident: $($variant:ident $word:literal),+ $(,)?) => {
        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Its word in files, records and on the command line.
            #[must_use]
            pub const fn word(self) -> &'static str {
                [$($word),+][self as usize]
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
