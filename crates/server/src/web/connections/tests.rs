use super::*;
use std::time::Duration;

fn connections(most: usize, of_address: usize) -> Arc<Connections> {
    Connections::new(&Limits {
        connections: most,
        address_connections: of_address,
        loopback_connections: of_address + 1,
        ..Limits::default()
    })
}

fn addr(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// Whether it has been told to make room.
async fn is_evicted(connection: &Connection) -> bool {
    tokio::time::timeout(Duration::from_millis(1), connection.evicted()).await.is_ok()
}

#[tokio::test]
async fn the_quietest_idle_connection_of_the_address_makes_room() {
    let all = connections(100, 3);
    let start = Instant::now();
    let at = |millis| start + Duration::from_millis(millis);
    let home = addr("192.0.2.1");
    let busy = all.enter(home, false, at(0)).unwrap();
    busy.begin();
    let quiet = all.enter(addr("::ffff:192.0.2.1"), false, at(1)).unwrap();
    let fresh = all.enter(home, false, at(2)).unwrap();
    let other = all.enter(addr("192.0.2.2"), false, at(0)).unwrap();
    let next = all.enter(home, false, at(3)).unwrap();
    assert!(is_evicted(&quiet).await && !is_evicted(&busy).await && !is_evicted(&fresh).await);
    assert!(!is_evicted(&other).await && all.count() == 4);
    drop(quiet);
    assert_eq!(all.count(), 4, "it is not counted off twice");
    // Then the other idle ones, and in the end one that is busy.
    let more: Vec<Connection> = (4..7).map(|millis| all.enter(home, false, at(millis)).unwrap()).collect();
    assert!(is_evicted(&fresh).await && is_evicted(&next).await);
    assert!(!is_evicted(&busy).await && is_evicted(&more[0]).await);
    assert!(all.enter(addr("127.0.0.1"), false, start).is_some());
}

#[tokio::test]
async fn players_keep_their_connections() {
    let all = connections(3, 2);
    let now = Instant::now();
    let seat = Arc::new(Sessions::default());
    let (one, other) = (addr("192.0.2.1"), addr("192.0.2.2"));
    let player = all.enter(one, false, now).unwrap();
    player.prove(&seat);
    player.prove(&seat);
    let waiting = all.enter(one, false, now).unwrap();
    let held = waiting.standing().hold();
    assert!(all.enter(one, false, now).is_none(), "both stay");
    let idle = all.enter(other, false, now).unwrap();
    let proxied = all.enter(other, true, now).unwrap();
    assert!(is_evicted(&idle).await, "there were too many of all");
    assert!(all.enter(addr("192.0.2.3"), false, now).is_none(), "players and proxies stay");
    drop(held);
    let third = all.enter(addr("192.0.2.3"), false, now);
    assert!(third.is_some() && is_evicted(&waiting).await && !is_evicted(&player).await);
    drop((idle, waiting, proxied));
    // One seat protects a few connections, not all of an address.
    let all = connections(100, 10);
    let many: Vec<Connection> = (0..10).map(|_| all.enter(one, false, now).unwrap()).collect();
    let seat = Arc::new(Sessions::default());
    for connection in &many {
        connection.prove(&seat);
    }
    assert!(all.enter(one, false, now).is_some());
    drop(many);
    assert_eq!(seat.0.load(Relaxed), 0);
}

#[tokio::test]
async fn when_all_are_taken_the_address_with_most_makes_room() {
    let all = connections(6, 5);
    let now = Instant::now();
    let crowd: Vec<Connection> = (0..5).map(|_| all.enter(addr("2001:db8::1"), false, now).unwrap()).collect();
    let single = all.enter(addr("192.0.2.1"), false, now).unwrap();
    let next = all.enter(addr("192.0.2.2"), false, now);
    assert!(next.is_some() && !is_evicted(&single).await && all.count() == 6);
    let mut evicted = 0;
    for connection in &crowd {
        evicted += usize::from(is_evicted(connection).await);
    }
    assert_eq!(evicted, 1);
}

#[tokio::test]
async fn game_after_game_on_one_connection_leaves_nothing_behind() {
    let all = connections(2, 1);
    let now = Instant::now();
    let player = all.enter(addr("192.0.2.1"), false, now).unwrap();
    let seats: Vec<Arc<Sessions>> = (0..1000).map(|_| Arc::default()).collect();
    for seat in &seats {
        player.prove(seat);
        player.prove(seat);
    }
    let (gone, known) = seats.split_at(seats.len() - REMEMBERED);
    assert!(gone.iter().all(|seat| Arc::strong_count(seat) == 1 && seat.0.load(Relaxed) == 0));
    assert!(known.iter().all(|seat| Arc::strong_count(seat) == 2 && seat.0.load(Relaxed) == 1));
    assert!(all.enter(addr("192.0.2.1"), false, now).is_none(), "it stays for the last of them");
    drop(player);
    assert!(seats.iter().all(|seat| seat.0.load(Relaxed) == 0));
}
