//! A game for two as tables know games.

use super::board::Board;
use super::sitting::Sitting;
use super::thinker::Thinker;
use crate::game::{Game, Match, Offer, Setup};
use crate::spec::Spec;
use serde_json::Value;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// A game for two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Duels<D>(PhantomData<fn() -> D>);

impl<D> Duels<D> {
    /// It.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<D: Board> Game for Duels<D> {
    fn name(&self) -> &'static str {
        D::NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn bots(&self) -> Vec<Offer> {
        let offer = |(player, name): &(&str, &str)| Offer { player: (*player).to_string(), name: (*name).to_string() };
        D::OFFERS.iter().map(offer).collect()
    }

    fn options(&self) -> Value {
        D::options()
    }

    fn takes_back(&self) -> bool {
        true
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn bot(&self, spec: &Spec) -> Result<(), String> {
        Thinker::new::<D>(spec).map(|_| ())
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Match>, String> {
        let ground = D::setup(&setup.options, setup.seed)?;
        Ok(Box::new(Sitting::new(D::start(&ground))))
    }
}
