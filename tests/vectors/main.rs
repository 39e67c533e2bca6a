//! Recorded games and cases of the originals, read from `$BOARDBOTS_SHARED` (or `../shared`). A test whose files are
//! absent counts as ignored, and says why.

#[path = "../../crates/games/battletech/tests/audit.rs"]
mod audit;
mod battletech_battle;
mod battletech_course;
mod battletech_files;
#[expect(dead_code, reason = "the tests of fights use the rest")]
#[path = "../fight/setup.rs"]
mod battletech_setup;
mod battletech_sight;
mod battletech_states;
mod blunders;
mod desconecta4;
mod dragon_slayer;
mod four;
mod moving_ai;
mod shared;
mod transcript;
mod tron;
mod vindinium;
mod vindinium_opponents;

use libtest_mimic::{Arguments, Completion, Trial};
use std::process::ExitCode;

/// The end of a test: `None` if the files that it reads are absent.
trait End {
    fn completion(self) -> Completion;
}

impl End for () {
    fn completion(self) -> Completion {
        Completion::Completed
    }
}

impl End for Option<()> {
    fn completion(self) -> Completion {
        self.map_or_else(|| Completion::ignored_with("its recorded files are absent"), End::completion)
    }
}

/// Lists tests by their modules.
macro_rules! tests {
    ($($module:ident: $($name:ident),+;)+) => {
        vec![$($(
            Trial::ignorable_test(concat!(stringify!($module), "::", stringify!($name)), || {
                Ok(End::completion($module::$name()))
            }),
        )+)+]
    };
}

fn main() -> ExitCode {
    let tests = tests! {
        battletech_battle: a_start_is_the_simulators, battles_of_the_simulators_mechs_balance;
        battletech_course: every_mech_fights_and_the_books_balance, what_stands_still_is_attacked;
        battletech_files: all_come_back, states_are_put_together_and_taken_apart;
        battletech_sight: lines_of_sight_are_those_of_the_tool;
        battletech_states: every_answer_is_allowed, who_stands_before_an_enemy_attacks_it,
            in_every_pose_at_every_distance_answers_are_allowed;
        desconecta4: desconecta4_games_are_followed_position_by_position, desconecta4_moves_are_counted;
        dragon_slayer: values_agree_with_a_table_from_elsewhere, tables_are_read_and_wrong_values_are_found,
            what_is_no_table_is_refused;
        four: marks_are_those_of_the_exact_result, a_lost_game_is_a_blunder_where_the_other_move_looks_good;
        blunders: planted_blunders_are_named, blunders_planted_in_recorded_games_are_named,
            hints_that_are_followed_are_never_mistakes, busy_machines_say_the_same,
            the_best_bots_are_hardly_ever_blamed;
        moving_ai: arena, den312d, maze, random;
        transcript: the_recorded_exchange_is_repeated;
        tron: tron_games_are_followed_position_by_position, tron_moves_are_counted;
        vindinium: recorded_games_reproduce_every_state, recorded_ratings, recorded_generator_steps,
            recorded_maps_read_back, recorded_json_byte_for_byte, named_maps_have_the_recorded_sizes_and_mines;
        vindinium_opponents: most_moves_near_others_are_foreseen;
    };
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
