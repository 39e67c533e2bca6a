//! The constants of every game's evaluation.

use boardbots_desconecta4 as desconecta4;
use boardbots_game::options::Settings;
use boardbots_game::parameters::{Constants, Parameter, Parameters};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::bot::Bot;
use boardbots_game::two_player::player::bot;
use boardbots_search::alpha_beta::{Options, SearchLimits};
use boardbots_search::best_reply::Rounds;
use boardbots_search::position::Evaluator;
use boardbots_tron as tron;
use boardbots_vindinium as vindinium;
use boardbots_vindinium::kind::Kind;
use desconecta4::eval::{Strong, Weights};

#[test]
fn all_tables_are_in_order() {
    let tables = [
        Weights::TABLE,
        tron::eval::Weights::TABLE,
        vindinium::eval::Weights::TABLE,
        boardbots_battletech::player::weights::Weights::TABLE,
    ];
    for table in tables {
        for (place, parameter) in table.iter().enumerate() {
            let Parameter { name, about, default, least, most, step } = *parameter;
            assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') && !name.is_empty(), "{name}");
            assert!(table[..place].iter().all(|before| before.name != name), "{name} is there twice");
            assert!((least..=most).contains(&default) && step >= 1 && step <= most - least, "{name}");
            assert!(about.ends_with('.') && !about.starts_with(' '), "{name}: {about:?}");
        }
        // The options of a player have commas between them, and others of these names.
        assert!(table.iter().all(|parameter| !["depth", "parameters", "threads"].contains(&parameter.name)));
    }
}

#[test]
fn a_set_of_another_table_makes_nobody() {
    assert_eq!(tron::eval::Weights::of(&Weights::DEFAULT.parameters()), None);
    let others = Weights::DEFAULT.parameters();
    assert!((tron::rules::Position::WRITTEN[0].bot)(&others, Options::default()).is_none());
    assert!(bot::<desconecta4::rules::Position>("nobody", Options::default()).is_none());
    assert!(Kind::ALL.iter().all(|kind| kind.parameters().values.is_empty() != (*kind == Kind::Default)));
}

/// Each constant, at its least or at its most, changes one of the values that follow from
/// all of them.
fn every_one_counts<C: Constants>(values: impl Fn(C) -> Vec<i32>) {
    let default = values(C::default());
    for (place, parameter) in C::TABLE.iter().enumerate() {
        let differs = |value: i32| {
            let mut set: Vec<i32> = C::default().parameters().values.clone();
            set[place] = value;
            values(C::of(&Parameters::nearest(C::TABLE, &set)).unwrap()) != default
        };
        assert!(differs(parameter.least) || differs(parameter.most), "{} changes nothing", parameter.name);
    }
}

/// What an evaluation says of the positions of some random games.
fn evaluated<D: TwoPlayerGame, J: Evaluator<D>>(evaluation: &mut J) -> Vec<i32> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut values = vec![evaluation.contempt().unwrap_or(0)];
    for _ in 0..20 {
        let mut position = D::start(&Settings::default()).expect("a start");
        while position.ended().is_none() {
            values.push(evaluation.evaluate(&position));
            let moves = position.moves();
            position.play(moves[usize::from(rng.u8(..)) % moves.len()]);
        }
    }
    values
}

#[test]
fn every_constant_counts() {
    use boardbots_search::best_reply::Ply;
    use vindinium::{
        board::{Dir, HEROES},
        generator,
        rules::Order,
        view::{Reply, View},
    };
    every_one_counts(|weights: Weights| evaluated::<desconecta4::rules::Position, _>(&mut Strong::from(weights)));
    every_one_counts(|weights: tron::eval::Weights| {
        evaluated::<tron::rules::Position, _>(&mut tron::eval::Strong::from(weights))
    });
    let mut rng = fastrand::Rng::with_seed(2);
    let map = generator::generate(&mut rng).unwrap();
    let mut players: [_; HEROES] = std::array::from_fn(|_| Kind::Hunter.player(1));
    let mut state = map.start(600, false);
    let mut turns = Vec::new();
    players.iter_mut().enumerate().for_each(|(hero, player)| player.begin(&map.board, hero));
    while !state.finished() {
        let dir = players[state.mover()].decide(&state, &|| false);
        turns.push((state, dir));
        state.play(&map.board, Order::Go(dir));
    }
    every_one_counts(|weights| {
        let mut view = View::new(weights);
        view.survey(&map.board, 0);
        let mut values = vec![view.price(&turns[0].0, Ply::Reply(Reply { who: 1, dir: Dir::Stay }))];
        for (state, dir) in &turns {
            values.push(view.value(state));
            values.extend(Dir::ALL.map(|own| view.price(state, Ply::Own(own))));
            view.watch(&mut { *state }, *dir);
        }
        values
    });
}

#[test]
fn the_defaults_are_what_a_bot_plays_with() {
    type Boom = desconecta4::rules::Position;
    let found = |mut bot: Box<dyn Bot<Boom>>| bot.think(&Boom::default(), &[], SearchLimits::plies(7), &mut |_| ());
    let usual = found(bot::<Boom>("strong", Options::default()).unwrap());
    for (changes, same) in [("", true), ("blast = 4", true), ("piece = 9", false)] {
        let mut parameters = Weights::DEFAULT.parameters();
        parameters.read(changes.as_bytes()).unwrap();
        let bot = (Boom::WRITTEN[0].bot)(&parameters, Options::default()).unwrap();
        assert_eq!(found(bot) == usual, same, "{changes}");
    }
}
