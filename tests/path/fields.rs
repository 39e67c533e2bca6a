//! Distance fields against Bellman and Ford.

use crate::graphs::Lists;
use boardbots::path::NEVER;
use boardbots::path::field::{Steps, distance_field};
use fastrand::Rng;

#[test]
fn random_graphs() {
    let mut rng = Rng::with_seed(42);
    for _ in 0..3000 {
        let mut graph = Lists::random(&mut rng);
        let source = rng.u32(0..u32::try_from(graph.steps.len()).unwrap());
        let (mut bytes, mut words) = (vec![7_u8; graph.steps.len()], vec![7_u16; graph.steps.len()]);
        let mut queue = vec![5; graph.steps.len() + 1];
        distance_field(&graph, source, &mut bytes, &mut queue);
        distance_field(&graph, source, &mut words, &mut queue);
        // Every step counts one, whatever it costs.
        graph.steps.iter_mut().flatten().for_each(|(_, cost)| *cost = 1);
        let due = graph.costs(&[(source, 0)]);
        let byte = |&cost: &u32| if cost == NEVER { u8::UNREACHED } else { u8::try_from(cost).unwrap() };
        assert_eq!(bytes, due.iter().map(byte).collect::<Vec<_>>());
        let word = |&cost: &u32| if cost == NEVER { u16::UNREACHED } else { u16::try_from(cost).unwrap() };
        assert_eq!(words, due.iter().map(word).collect::<Vec<_>>());
    }
}

#[test]
fn far_nodes() {
    let row = |nodes: u32| Lists { steps: (0..nodes).map(|n| vec![((n + 1) % nodes, 3)]).collect(), max_cost: 3 };
    let mut queue = vec![0; 70_001];
    let mut bytes = [0_u8; 400];
    distance_field(&row(400), 0, &mut bytes, &mut queue);
    assert_eq!((bytes[253], bytes[254], bytes[255], bytes[399]), (253, u8::FAR, u8::FAR, u8::FAR));
    let mut words = vec![0_u16; 70_000];
    distance_field(&row(70_000), 0, &mut words, &mut queue);
    assert_eq!((words[300], words[65_533], words[69_999]), (300, 65_533, u16::FAR));
}
