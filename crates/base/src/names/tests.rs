use super::*;

#[test]
fn names_of_many_writings_are_taken_as_they_are() {
    for name in [
        "Ada",
        "Núria",
        "Олег",
        "田中",
        "مريم",
        "अनिल",
        "O'Brien",
        "O’Brien",
        "Jean-Luc",
        "Nguyễn Thị Ánh",
        "משה",
        "สมชาย",
        "Ελένη",
        "ქეთევანი",
        "이순신",
        "さくら",
        "தமிழ்",
        "မြို့",
        "ខ្មែរ",
        "Þórr",
        "ada_99",
        "<b>Núria & Олег</b>",
        "🦀",
        "👍🏽 ok",
        "🇪🇸",
        "❤\u{fe0f}",
        "Dr. No",
        "ß",
        "x=1, y",
        "\"q\" \\",
    ] {
        assert_eq!(check(name, 1, LONGEST).as_deref(), Ok(name));
        assert_eq!(from_key(name), name);
    }
    assert_eq!(check("  Nu\u{301}ria\t", 3, LONGEST).as_deref(), Ok("Núria"));
}

#[test]
fn what_is_far_too_long_is_no_name_and_still_makes_one() {
    // Nine bytes for each character, before they are composed.
    let parts = "\u{1112}\u{1161}\u{11ab}";
    assert_eq!(check(&parts.repeat(LONGEST), 1, LONGEST), Ok("한".repeat(LONGEST)));
    for text in [parts.repeat(LONGEST + 1), parts.repeat(5000), "\u{315}\u{300}".repeat(4000)] {
        assert_eq!(check(&text, 1, LONGEST), Err(NameError::Length(1, LONGEST)));
    }
    assert_eq!(check(&format!("{}Ada", " ".repeat(9000)), 1, LONGEST).as_deref(), Ok("Ada"));
    assert_eq!(from_key(&parts.repeat(5000)), "한".repeat(LONGEST));
}

#[test]
fn what_cannot_be_seen_is_no_part_of_a_name() {
    for hidden in [
        '\0',
        '\u{7}',
        '\u{85}',
        '\u{a0}',
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{1160}',
        '\u{1680}',
        '\u{17b4}',
        '\u{180e}',
        '\u{2003}',
        '\u{200b}',
        '\u{200d}',
        '\u{200e}',
        '\u{2028}',
        '\u{2029}',
        '\u{202e}',
        '\u{2060}',
        '\u{2066}',
        '\u{2800}',
        '\u{3000}',
        '\u{3164}',
        '\u{e000}',
        '\u{fdd0}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{fffc}',
        '\u{ffff}',
        '\u{1d159}',
        '\u{e0041}',
        '\u{e01ef}',
        '\u{10ffff}',
    ] {
        let name = format!("a{hidden}b");
        assert_eq!(check(&name, 1, LONGEST), Err(NameError::Refused(hidden)), "{name:?}");
        assert_eq!(from_key(&name), "ab", "{name:?}");
        assert_eq!(from_key(&hidden.to_string()), "player");
    }
    let error = check("a\u{202e}b", 1, LONGEST).unwrap_err().to_string();
    assert!(error.ends_with("such as U+202E"), "{error}");
}

#[test]
fn marks_stand_on_letters_and_do_not_tower() {
    for bad in
        ["\u{301}a", "a \u{301}b", "q\u{301}\u{301}", "q\u{300}\u{301}\u{302}\u{303}\u{304}", "❤\u{fe0f}\u{fe0f}"]
    {
        let error = check(bad, 1, LONGEST).unwrap_err();
        assert!(matches!(error, NameError::Mark(_) | NameError::Refused('\u{fe0f}')), "{bad:?}: {error}");
    }
    assert!(check("q\u{300}\u{301}\u{302}\u{303}", 1, LONGEST).is_ok());
    assert_eq!(from_key("q\u{300}\u{301}\u{302}\u{303}\u{304}x"), "q\u{300}\u{301}\u{302}\u{303}x");
    assert_eq!(check("a  b", 1, LONGEST), Err(NameError::Spaces));
    assert_eq!(from_key(" a \t b "), "a b");
}

#[test]
fn lengths_are_those_of_what_is_shown() {
    let length = Err(NameError::Length(3, 20));
    for (name, outcome) in [
        ("", length.clone()),
        (" ab ", length.clone()),
        (&"Ä".repeat(21), length),
        (&"A\u{308}".repeat(20), Ok("Ä".repeat(20))),
    ] {
        assert_eq!(check(name, 3, 20), outcome, "{name:?}");
    }
    assert_eq!(NameError::Length(3, 20).to_string(), "a name has 3 to 20 characters");
    assert_eq!(from_key(&"Ä".repeat(30)), "Ä".repeat(20));
    assert_eq!(numbered(&"Ä".repeat(20), "-x7"), format!("{}-x7", "Ä".repeat(17)));
    assert_eq!(numbered("a b", &"-".repeat(18)), format!("a{}", "-".repeat(18)));
}

#[test]
fn any_key_makes_a_name() {
    let mut rng = fastrand::Rng::with_seed(3);
    let odd: Vec<char> =
        " a1\u{301}\u{323}\u{fe0f}\u{200d}\u{1100}\u{1161}\u{11a8}\u{ac00}\u{93f}\u{94d}\u{f71}\u{f72}❤é\u{2028}\u{3099}か"
            .chars()
            .collect();
    for _ in 0..20_000 {
        let any = |rng: &mut fastrand::Rng| if rng.bool() { rng.char(..) } else { odd[rng.usize(..odd.len())] };
        let key: String = (0..rng.usize(..40)).map(|_| any(&mut rng)).collect();
        let name = from_key(&key);
        assert_eq!(check(&name, 1, LONGEST).as_deref(), Ok(name.as_str()), "{key:?}");
        let longer = numbered(&name, "-1a2b3c");
        assert_eq!(check(&longer, 1, LONGEST).as_deref(), Ok(longer.as_str()), "{key:?}");
    }
}

#[test]
fn names_that_look_alike_are_one() {
    for (one, other) in [
        ("Ada", "ADA"),
        ("Ada", " A da "),
        ("Ada", "\u{410}da"),
        ("Ada", "Ad\u{430}"),
        ("ADA", "\u{410}d\u{430}"),
        ("Ada", "Ａｄａ"),
        ("Ada", "𝒜𝒹𝒶"),
        ("Bill", "Bi1l"),
        ("Bill", "BiIl"),
        ("BILL", "B1LL"),
        ("Ivan", "lvan"),
        ("Ivan", "IVAN"),
        ("Otto", "0tto"),
        ("otto", "0tt0"),
        ("Mary", "rnary"),
        ("\u{39c}ARY", "mary"),
        ("Bob", "\u{412}ob"),
        ("Вова", "ВОВА"),
        ("Núria", "Nu\u{301}ria"),
        ("O'Brien", "O’Brien"),
        ("Strauß", "STRAUSS"),
        ("miner", "mіner"),
    ] {
        assert!(alike(one, other) && alike(other, one), "{one} {other}: {:?} {:?}", skeletons(one), skeletons(other));
    }
    for (one, other) in [
        ("Ada", "Eva"),
        ("Nan", "Van"),
        ("Ada", "Adá"),
        ("Ada", "Ada2"),
        ("Олег", "Oleg"),
        ("田中", "中田"),
        ("", "a"),
        ("", ""),
    ] {
        assert!(!alike(one, other), "{one} {other}");
    }
}

#[test]
fn a_name_is_taken_once() {
    let mut taken = Taken::default();
    assert!(taken.insert("Ada") && !taken.insert("АDА") && taken.contains("a d a") && !taken.contains("Eve"));
    taken.extend(["Bob", "BOB", "Вob"]);
    assert!(taken.contains("bob") && !taken.insert("B0b"));
}

/// The marks that Latin letters have beside those in composed letters: accents that languages of today write.
const LATIN_MARKS: &str = "\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{308}\u{309}\u{30a}\u{30b}\u{30d}\u{31b}\u{326}\
    \u{327}\u{328}\u{331}\u{358}\u{485}\u{486}";

#[test]
fn no_character_makes_a_name_that_only_seems_to_be_another() {
    use unicode_properties::{GeneralCategoryGroup as Group, UnicodeGeneralCategory as _};
    let mut marks = std::collections::BTreeSet::new();
    for c in '\0'..=char::MAX {
        for place in 0..=3 {
            let mut given = String::from("Ada");
            given.insert(place, c);
            let Ok(name) = check(&given, 1, LONGEST) else {
                assert!(check(&from_key(&given), 1, LONGEST).is_ok(), "{given:?}");
                continue;
            };
            if alike(&name, "Ada") {
                continue;
            }
            // What is there can be seen: a letter, number or sign, maybe one that has taken the mark in.
            for seen in name.chars() {
                match seen.general_category_group() {
                    Group::Letter | Group::Number | Group::Punctuation | Group::Symbol => {
                        assert!(!is_refused(seen), "U+{:04X}", u32::from(c));
                    }
                    Group::Mark if c.general_category_group() == Group::Mark => _ = marks.insert(seen),
                    Group::Mark => assert!(c.is_alphabetic(), "U+{:04X} is a letter with its marks", u32::from(c)),
                    group => panic!("{group:?} U+{:04X}", u32::from(c)),
                }
            }
        }
    }
    assert_eq!(marks.into_iter().collect::<String>(), LATIN_MARKS);
}

#[test]
fn marks_stand_on_letters_of_their_script_only() {
    for name in [
        "שָׁלוֹם",
        "װאָלפֿ",
        "مُحَمَّد",
        "राजेश्वरी",
        "क़ैसर",
        "ঐশ্বর্যা",
        "ਗੁਰਪ੍ਰੀਤ",
        "લક્ષ્મી",
        "ශ්‍රී",
        "ഗൌരി",
        "ప్రకాశ్",
        "ಕೃಷ್ಣ",
        "ພູວົງ",
        "วิศิษฏ์",
        "བསྟན་འཛིན",
        "လျှို့",
        "ភីរុណ",
        "ܝܘܚܢܢ",
        "ދިވެހި",
        "Ё́лка",
        "Ὀδυσσεύς",
        "ガ゚",
        "Tâi-oân lâng kóng",
        "A̍k-ko͘",
        "ʻOkina",
        "Ọlábísí",
        "Ẹ̀kọ́",
        "Ž̌",
        "Þóra",
        "ქეთევანი",
    ] {
        // Joiners were refused before, too.
        let name = name.replace('\u{200d}', "");
        assert_eq!(check(&name, 1, LONGEST), Ok(composed(&name)), "{name:?}");
    }
    for (letter, mark) in [
        ('a', '\u{16fe4}'),
        ('a', '\u{302a}'),
        ('a', '\u{332}'),
        ('a', '\u{20dd}'),
        ('a', '\u{1d185}'),
        ('a', '\u{93e}'),
        ('a', '\u{94d}'),
        ('a', '\u{5b4}'),
        ('a', '\u{64e}'),
        ('a', '\u{e31}'),
        ('a', '\u{3099}'),
        ('a', '\u{1d165}'),
        ('a', '\u{489}'),
        ('a', '\u{363}'),
        ('a', '\u{336}'),
        ('а', '\u{489}'),
        ('田', '\u{302a}'),
        ('क', '\u{e31}'),
        ('1', '\u{301}'),
        ('❤', '\u{327}'),
        ('-', '\u{93f}'),
        ('\u{16fe4}', '\u{16fe4}'),
    ] {
        let name = format!("{letter}{mark}");
        let error = check(&name, 1, LONGEST);
        assert!(matches!(error, Err(NameError::Mark(_) | NameError::Refused(_))), "{name:?}: {error:?}");
    }
    assert!(matches!(check("\u{93e}a", 1, LONGEST), Err(NameError::Mark('\u{93e}'))), "no letter before it");
}

#[test]
fn a_hundred_thousand_names_are_kept_in_two_megabytes() {
    let mut taken = Taken::default();
    for number in 0..100_000 {
        // Both skeletons of these differ.
        assert!(taken.insert(&format!("БИ{number:x}ВЯ")));
    }
    let bytes: usize = taken.parts.iter().map(|part| size_of_val(part) + part.capacity() * size_of::<u64>()).sum();
    assert!(bytes <= 2 << 20, "{bytes} bytes");
    assert!((0..100_000).all(|number| taken.contains(&format!("БИ{number:x}ВЯ"))));
}
