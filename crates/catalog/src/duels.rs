//! Games for two at tables: their bots, their matches.

mod thinkers {
    use boardbots_desconecta4::rules::Position as Desconecta4;
    use boardbots_game::game::Game as _;
    use boardbots_game::game::{Offer, Usage};
    use boardbots_game::two_player::TwoPlayerGame;
    use boardbots_game::two_player::game::TwoPlayer;
    use boardbots_game::two_player::player::{BotSpec, squashed};
    use boardbots_search::alpha_beta::Options;
    use boardbots_search::position::MAX_DEPTH;
    use boardbots_search::position::{MAX_EVALUATION, WIN};
    use boardbots_tron::rules::Position as Tron;
    use std::time::Duration;

    #[test]
    fn values_keep_their_order_and_ends_stand_apart() {
        let values = [
            -WIN,
            3 - WIN,
            i32::from(MAX_DEPTH) - WIN,
            -MAX_EVALUATION,
            -400,
            -40,
            0,
            40,
            400,
            4000,
            MAX_EVALUATION,
            WIN - i32::from(MAX_DEPTH),
            WIN - 1,
        ];
        let shown = values.map(|value| squashed(value, Desconecta4::ADVANTAGE));
        assert!(shown.is_sorted(), "{shown:?}");
        assert_eq!(shown, [-1000, -997, -936, -899, -450, -81, 0, 81, 450, 818, 899, 936, 999]);
    }

    #[test]
    fn only_bots_of_the_game_with_bounded_thought_sit_down() {
        let of = |text: &str| BotSpec::new::<Desconecta4>(&text.parse().expect("a player"), Usage::Table);
        let thinker = |evaluation: &str, depth, time| {
            let parameters = TwoPlayer::<Desconecta4>::new().parameters(evaluation).expect("a player");
            let time = Some(Duration::from_millis(time));
            Ok(BotSpec {
                nodes: None,
                evaluation: evaluation.to_string(),
                depth,
                time,
                search: Options::default(),
                parameters,
                learned: None,
            })
        };
        assert_eq!(of("desconecta4:strong"), thinker("strong", 8, 1000));
        assert_eq!(of("desconecta4:course,depth=3"), thinker("course", 3, 1000));
        assert_eq!(of("desconecta4:strong,movetime=50"), thinker("strong", MAX_DEPTH, 50));
        for text in [
            "tron:strong",
            "cmd:./bot",
            "desconecta4:nobody",
            "desconecta4:strong,depth=0",
            "desconecta4:strong,depth=65",
            "desconecta4:strong,movetime=1001",
            "desconecta4:strong,threads=2",
            "desconecta4:strong,table=262144",
            "desconecta4:strong,parameters=/etc/passwd",
        ] {
            assert!(of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_bot_that_is_offered_can_sit_down() {
        fn offered<D: TwoPlayerGame>() {
            for Offer { player, name, .. } in TwoPlayer::<D>::new().offers() {
                let spec = player.parse().expect("a player");
                assert!(BotSpec::new::<D>(&spec, Usage::Table).is_ok() && !name.is_empty(), "{player}");
            }
        }
        offered::<Desconecta4>();
        offered::<Tron>();
    }
}

mod matches {
    use boardbots_connect_four::rules::Position as ConnectFour;
    use boardbots_desconecta4::rules::Position as Desconecta4;
    use boardbots_game::game::{Analyst, Game, Mark, Usage, Worth};
    use boardbots_game::options::Settings;
    use boardbots_game::player::{Advice, Player, Stop, advise};
    use boardbots_game::setup::{Occupant, Openings, Setup};
    use boardbots_game::spec::Spec;
    use boardbots_game::state::{Ending, GameState, Outcome, Seat};
    use boardbots_game::two_player::TwoPlayerGame;
    use boardbots_game::two_player::game::TwoPlayer;
    use boardbots_game::two_player::opening::begin;
    use boardbots_game::two_player::player::bot;
    use boardbots_game::two_player::side::Side;
    use boardbots_game::two_player::state::Referee;
    use boardbots_game::two_player::state::{MAX_ERROR, TwoPlayerState};
    use boardbots_reversi::rules::Position as Reversi;
    use boardbots_search::alpha_beta::{Options, SearchLimits};
    use boardbots_search::position::ends_in;
    use boardbots_tron as tron;
    use fastrand::Rng;
    use serde_json::{Value, json};

    const NEVER: Stop<'static> = &|| false;

    fn setup<D: TwoPlayerGame>(seed: u64) -> Setup {
        let options = Settings::usual(&D::options());
        let names = vec![String::new(); 2];
        Setup { options, seed, occupants: vec![Occupant::Person; 2], names }
    }

    /// All options of a match.
    fn all(state: &dyn GameState) -> (Option<Seat>, Value, Value, Option<Outcome>) {
        (state.turn(), state.view(None), state.choices(), state.outcome())
    }

    #[test]
    fn an_opening_is_lost_for_neither_side() {
        fn open<D: TwoPlayerGame>() {
            let game = TwoPlayer::<D>::new();
            let evaluation = D::WRITTEN[0].name;
            let mut bot = bot::<D>(evaluation, Options::default()).expect("an evaluation of the game");
            for seed in 0..40 {
                let opening = game.opening(seed, &Openings::default());
                let referee = begin::<D>(&opening).expect("an opening");
                let found = bot.think(&referee.position, &[], SearchLimits::plies(6), &mut |_| ());
                assert_eq!(ends_in(found.value), None, "{} {}", D::NAME, opening.moves);
            }
        }
        open::<Desconecta4>();
        open::<ConnectFour>();
        open::<Reversi>();
    }

    /// Plays a random game at a table and by the plain rules, and compares them after every move;
    /// returns how it ended, and how many times a player passed.
    fn random<D: TwoPlayerGame>(seed: u64) -> (Outcome, usize) {
        let setup = setup::<D>(seed);
        let mut table = TwoPlayer::<D>::new().open(&setup).expect("a match");
        let mut plain = Referee::new(D::start(&D::at_table(&setup.options, seed)).expect("the options"));
        let (mut rng, mut passes) = (Rng::with_seed(seed), 0);
        while plain.verdict().is_none() {
            let moves = plain.position.moves();
            let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let choices = table.choices();
            let choices = choices.as_array().expect("an array").clone();
            let offered: Vec<&str> = choices.iter().map(|choice| choice["choice"].as_str().expect("a text")).collect();
            assert_eq!(
                (offered, table.turn()),
                (texts.iter().map(String::as_str).collect(), Some(plain.position.turn().seat()))
            );

            // What is no choice changes nothing, nor does what is done to a copy.
            let before = all(table.as_ref());
            for wrong in ["", "8", "9", "33", " 3", "-1", "x", "\u{663}", "7\n"] {
                let error = table.told(wrong).expect_err(wrong);
                assert!(error.chars().count() <= MAX_ERROR + 3 && !error.contains('\n'), "{error}");
            }
            let unfit = (0..=9).map(|digit| digit.to_string()).filter(|digit| !texts.contains(digit));
            unfit.for_each(|digit| assert!(table.told(&digit).is_err(), "{digit}"));
            let mut copy = table.copy();
            let pick = rng.usize(..moves.len());
            let events = copy.told(&texts[pick]).expect("a choice");
            assert_eq!(all(table.as_ref()), before);

            // The same choice does the same, and what is announced happens.
            let again = table.told(&texts[pick]).expect("a choice");
            assert_eq!((&again, all(table.as_ref())), (&events, all(copy.as_ref())));
            let announced = choices[pick].as_object().expect("an object");
            let done = announced.iter().filter(|(key, _)| *key != "choice");
            done.for_each(|(key, value)| assert_eq!(&events[0][key], value, "{key}"));
            assert_eq!(events[0]["seat"], before.1["turn"]);

            plain.play(moves[pick]);
            while plain.verdict().is_none()
                && let Some(pass) = plain.position.pass()
            {
                plain.play(pass);
                passes += 1;
            }
            let view = table.view(Some(0));
            for (key, value) in D::shown(&plain, None) {
                assert_eq!(view[&key], value, "{key}");
            }
            assert_eq!(
                (&view["ply"], &view["last"], &view["turn"]),
                (&json!(plain.moves.len()), &json!(events), &json!(table.turn()))
            );
        }
        let verdict = plain.verdict().expect("it is over");
        let outcome = table.outcome().expect("it is over");
        let winners: Vec<Seat> = verdict.winner.map(Side::seat).into_iter().collect();
        assert_eq!((&outcome.winners, table.turn(), table.choices()), (&winners, None, json!([])));
        assert!(table.told("0").is_err() && advised::<D>(table.as_ref(), &usual::<D>(), NEVER).is_none());
        assert!(analyst::<D>().analyse(table.as_ref(), None, NEVER).is_none());
        (outcome, passes)
    }

    fn analyst<D: TwoPlayerGame>() -> Box<dyn Analyst> {
        TwoPlayer::<D>::new().analyst().expect("an analyst")
    }

    fn player<D: TwoPlayerGame>(spec: &Spec) -> Box<dyn Player> {
        TwoPlayer::<D>::new().player(spec, Usage::Table).expect("a player")
    }

    fn advised<D: TwoPlayerGame>(state: &dyn GameState, spec: &Spec, stop: Stop<'_>) -> Option<Advice> {
        advise(player::<D>(spec).as_mut(), state, stop)
    }

    fn usual<D: TwoPlayerGame>() -> Spec {
        TwoPlayer::<D>::new().offers()[0].player.parse().expect("a player")
    }

    #[test]
    fn random_games_go_as_the_rules_say() {
        let reasons: Vec<&str> = (0..40).map(|seed| random::<Desconecta4>(seed).0.reason).collect();
        assert!(reasons.contains(&"duel.reason.line"), "{reasons:?}");
        let tron: Vec<(Outcome, usize)> = (0..40).map(random::<tron::rules::Position>).collect();
        assert!(tron.iter().any(|(_, passes)| *passes > 0), "a player was blocked, and passed");
        assert!(tron.iter().any(|(outcome, _)| outcome.places == [1, 2]));
        assert!(tron.iter().any(|(outcome, _)| outcome.places == [2, 1]));
    }

    fn opened() -> Box<dyn GameState> {
        Box::new(TwoPlayerState::new(Desconecta4::default()))
    }

    /// Games between bots that place and explode bombs for ever.
    #[test]
    fn endless_matches_are_drawn_and_say_why() {
        let repeated = "400202421177100001357700114435770011412477001124227700111122770011112277001142357701422235\
             770011425577001124357700116644770142243577001144527700114234770011252277001144667710422435\
             7700114452770011423477001124227700114265771042223577001142557700114435770011426577";
        let long = "422645611000500077112452657712403451771144000017412455657726010211772244556677114422557711\
             442255771041402577123451057610402151770412454677620034057711441000741245565077612205607711\
             602452776172040517253112647725411000751254464077612204601701156441772200111177245205067744\
             225566771204631077264254057741225564761040215677234615517744225000771125326467015201107722\
             3406547726011346775122145077214265647711";
        for (digits, reason, ending) in
            [(repeated, "duel.reason.repetition", Ending::Repetition), (long, "duel.reason.too_long", Ending::Limit)]
        {
            let mut state = opened();
            for choice in digits.chars() {
                assert_eq!(state.outcome(), None);
                state.told(&choice.to_string()).expect("a choice");
            }
            let (winners, scores) = (Vec::new(), Vec::new());
            assert_eq!(state.outcome(), Some(Outcome { winners, places: vec![1, 1], scores, ending, reason }));
            assert_eq!((state.choices(), state.told("0").is_err()), (json!([]), true));
        }
    }

    #[test]
    fn a_thought_is_a_choice_and_the_same_each_time() {
        fn thinks<D: TwoPlayerGame>(seed: u64) {
            let mut table = TwoPlayer::<D>::new().open(&setup::<D>(seed)).expect("a match");
            let bot = format!("{}:strong,depth=2", D::NAME).parse().expect("a player");
            for _ in 0..10 {
                let thought = advised::<D>(table.copy().as_ref(), &bot, NEVER).expect("the game goes on");
                assert_eq!(advised::<D>(table.as_ref(), &bot, NEVER), Some(thought.clone()));
                table.told(&thought.choice).expect("a choice");
            }
            let hint = analyst::<D>().analyse(table.as_ref(), None, NEVER).expect("the game goes on");
            assert_eq!(hint.note["value"], hint.value.value);
            assert!(hint.note["line"].as_str().is_some_and(|line| line.starts_with(&hint.best)), "{}", hint.note);
            // Stopped at once, a bot still knows something, and an analyst says nothing.
            let deep = format!("{}:strong,depth=30", D::NAME).parse().expect("a player");
            let thought = advised::<D>(table.as_ref(), &deep, &|| true).expect("the game goes on");
            assert_eq!(analyst::<D>().analyse(table.as_ref(), Some(&thought.choice), &|| true), None);
            table.told(&thought.choice).expect("a choice");
        }
        thinks::<Desconecta4>(1);
        thinks::<tron::rules::Position>(1);
    }

    #[test]
    fn a_forced_loss_is_seen_from_either_seat() {
        // Whatever green plays in the last column completes a line: green has lost, and blue has won.
        let mut state = opened();
        for choice in "0010203".chars().take(6) {
            state.told(&choice.to_string()).expect("a choice");
        }
        let analysed = |choice| analyst::<Desconecta4>().analyse(state.as_ref(), choice, NEVER).expect("an analysis");
        let hint = analysed(None);
        assert!((-900..=900).contains(&hint.value.value) && hint.value.ends.is_none(), "{hint:?}");
        assert_ne!(hint.best, "3", "which loses at once");
        let lost = analysed(Some("3"));
        assert_eq!((lost.made, lost.mark()), (Worth { value: -999, ends: Some(-1) }, Some(Mark::Blunder)));
        state.told("3").expect("a choice");
        assert_eq!(state.outcome().expect("it is over").winners, [1]);
    }
}
