//! JSON without a type for each form.

/// A JSON object whose keys stay in the order given here.
#[macro_export]
macro_rules! object {
    ($($(#[$meta:meta])* $key:ident: $value:expr),+ $(,)?) => {{
        // A type for each value, named like its key.
        #[allow(non_camel_case_types, non_snake_case)]
        let object = {
            #[derive(serde::Serialize)]
            struct Object<$($key),+> {
                $($(#[$meta])* $key: $key),+
            }
            Object { $($key: $value),+ }
        };
        object
    }};
}
