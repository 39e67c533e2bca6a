//! Distance fields against Bellman and Ford.

use super::graphs::Lists;
use boardbots_path::NEVER;
use boardbots_path::field::{Steps, distance_field};
use boardbots_path::flood::Flood;
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

#[test]
fn floods_of_small_grids() {
    let mut rng = Rng::with_seed(43);
    let mut farthest = 0;
    for round in 0..2000 {
        let (width, height) = (rng.u32(1..=32), rng.u32(1..=32));
        let walls = rng.u32(0..50);
        let mut open: Vec<bool> = (0..width * height).map(|_| rng.u32(0..100) >= walls).collect();
        if round % 10 == 0 {
            // A snake, longer than can be counted if it is large.
            open = (0..width * height)
                .map(|n| n / width % 2 == 0 || n % width == if n / width % 4 == 1 { width - 1 } else { 0 })
                .collect();
        }
        let node = |x: u32, y: u32| y * width + x;
        let steps = (0..width * height).map(|n| {
            let (x, y) = (n % width, n / width);
            let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            let open = around.iter().filter(|&&(x, y)| x < width && y < height && open[node(x, y) as usize]);
            open.map(|&(x, y)| (node(x, y), 1)).collect()
        });
        let graph = Lists { steps: steps.collect(), max_cost: 1 };
        let flood = Flood::new(width as usize, height as usize, |x, y| open[y * width as usize + x]).unwrap();
        let cells = (width * height) as usize;
        let (mut flooded, mut field, mut queue) = (vec![7; cells], vec![7; cells], vec![0; cells + 1]);
        for source in [0, rng.u32(0..width * height)] {
            distance_field(&graph, source, &mut field, &mut queue);
            flood.field((source % width) as usize, (source / width) as usize, &mut flooded);
            assert_eq!(flooded, field, "{width} x {height} from {source}");
            farthest = farthest.max(field.iter().copied().filter(|&steps| steps != u8::UNREACHED).max().unwrap());
        }
    }
    assert_eq!(farthest, u8::FAR, "no snake was long enough");
    for (width, height) in [(0, 3), (3, 0), (33, 3), (3, 33)] {
        assert!(Flood::new(width, height, |_, _| true).is_none());
    }
}
