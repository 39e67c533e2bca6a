use super::*;

fn connections(most: usize, of_address: usize) -> Arc<Connections> {
    Arc::new(Connections::new(&HttpLimits {
        connections: most,
        address_connections: of_address,
        loopback_connections: of_address + 1,
        ..HttpLimits::default()
    }))
}

fn addr(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// A connection on which a request has been answered.
fn used(all: &Arc<Connections>, from: &str, key: Option<u64>) -> Result<Arc<Connection>, FullError> {
    let connection = Arc::new(all.knock(addr(from), false)?);
    std::thread::sleep(Duration::from_millis(1));
    connection.begin(owner(from, key))?;
    Ok(connection)
}

fn owner(from: &str, key: Option<u64>) -> Owner {
    let owner = Owner::at(addr(from));
    key.map_or(owner, |key| owner.with_key(key))
}

/// Whether it has been told to make room.
async fn is_evicted(connection: &Connection) -> bool {
    tokio::time::timeout(Duration::from_millis(1), connection.out.notified()).await.is_ok()
}

#[tokio::test]
async fn the_quietest_idle_connection_of_the_address_makes_room() {
    let all = connections(100, 3);
    let home = "192.0.2.1";
    let due = used(&all, home, None).unwrap();
    let busy = due.begin(owner(home, None)).unwrap();
    let quiet = used(&all, "::ffff:192.0.2.1", None).unwrap();
    let fresh = used(&all, home, None).unwrap();
    let other = used(&all, "192.0.2.2", None).unwrap();
    let next = used(&all, home, None).unwrap();
    assert!(is_evicted(&quiet).await && !is_evicted(&due).await && !is_evicted(&fresh).await);
    assert!(!is_evicted(&other).await && all.count() == 4);
    drop(quiet);
    assert_eq!(all.count(), 4, "it is not counted off twice");
    let _more = used(&all, home, None).unwrap();
    assert!(is_evicted(&fresh).await && !is_evicted(&due).await && !is_evicted(&next).await);
    drop(busy);
    assert!(used(&all, "127.0.0.1", None).is_ok());
}

#[tokio::test]
async fn seats_have_their_share_beside_others_of_their_address() {
    let all = connections(100, 8);
    let home = "192.0.2.1";
    let crowd: Vec<_> = (0..8).map(|_| used(&all, home, None).unwrap()).collect();
    let players: Vec<_> = (0..4).map(|key| used(&all, home, Some(key)).unwrap()).collect();
    for (index, connection) in crowd.iter().enumerate() {
        assert_eq!(is_evicted(connection).await, index < 4, "{index}");
    }
    // More connections of one player take the place of that player's own, not of others.
    let again = used(&all, home, Some(0)).unwrap();
    assert!(is_evicted(&players[0]).await && !is_evicted(&players[1]).await);
    // The one who asks without a key takes the place of such.
    let asks = used(&all, home, None).unwrap();
    assert!(is_evicted(&crowd[4]).await && !is_evicted(&again).await && !is_evicted(&asks).await);
    // A client that plays game after game has the key that it has shown last.
    for key in 10..1000 {
        again.begin(owner(home, Some(key))).unwrap();
    }
    assert_eq!(again.owner(), owner(home, Some(999)));
    drop(again.begin(owner(home, None)).unwrap());
    assert_eq!(again.owner(), owner(home, Some(999)), "and keeps it");
}

#[tokio::test]
async fn when_all_are_taken_the_network_with_most_makes_room() {
    let all = connections(6, 5);
    let crowd: Vec<_> = (0..5).map(|net| used(&all, &format!("2001:db8:0:{net}::1"), Some(net)).unwrap()).collect();
    let single = used(&all, "192.0.2.1", None).unwrap();
    let next = used(&all, "198.51.100.1", None).unwrap();
    assert!(!is_evicted(&single).await && all.count() == 6);
    let mut evicted = 0;
    for connection in &crowd {
        evicted += usize::from(is_evicted(connection).await);
    }
    assert_eq!(evicted, 1, "{}", next.addr);
}

#[tokio::test]
async fn those_at_the_door_are_in_nobodys_way() {
    let all = connections(2, 2);
    let silent: Vec<_> = (0..2 * DOOR).map(|_| all.knock(addr("192.0.2.1"), false).unwrap()).collect();
    assert_eq!((all.count(), all.door.count()), (0, DOOR));
    let quiet = all.knock(addr("198.51.100.1"), false).unwrap();
    assert!(is_evicted(&silent[0]).await && !is_evicted(&quiet).await);
    let player = used(&all, "192.0.2.1", Some(1)).unwrap();
    assert!(!is_evicted(&player).await && all.count() == 1);
}

#[tokio::test]
async fn bytes_that_wait_are_shared() {
    let limits = HttpLimits { answer_bytes: 1000, ..HttpLimits::default() };
    let all = Arc::new(Connections::new(&limits));
    let [slow, other] = ["192.0.2.1", "198.51.100.1"].map(|from| used(&all, from, None).unwrap());
    let mut first = slow.begin(owner("192.0.2.1", None)).unwrap();
    first.answer(200).unwrap();
    let mut second = slow.begin(owner("192.0.2.1", None)).unwrap();
    assert_eq!(second.answer(100), Err(FullError::Address));
    first.taken(150);
    assert_eq!(second.answer(100), Ok(()));
    assert_eq!(other.begin(owner("198.51.100.1", None)).unwrap().answer(250), Ok(()));
    drop((first, second));
    assert_eq!(all.answers.count(), 0);
}
