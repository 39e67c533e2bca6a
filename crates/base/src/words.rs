//! Words for the variants of an enum.

/// `ALL`, a word for each variant, the variant of a word, and `Display` of an enum without fields:
/// `words! { Mode::word: Still "still", Walk "walk" }`, all variants in their order.
#[macro_export]
macro_rules! words {
    ($name:ident::$word:ident: $($variant:ident $text:literal),+ $(,)?) => {
        #[allow(dead_code)]
        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// Its word in files, records and on the command line.
            #[must_use]
            pub const fn $word(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }

            /// The one of this word.
            #[must_use]
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.$word() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$word())
            }
        }
    };
}
