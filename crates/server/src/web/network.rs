//! Which addresses count as one.

use std::net::{IpAddr, Ipv6Addr};

/// What an address counts as wherever something is limited by address: devices have whole networks of
/// IPv6, so such addresses count by their first 64 bits; an IPv4 address that is written as IPv6 is
/// itself.
#[must_use]
pub fn network(addr: IpAddr) -> IpAddr {
    match addr.to_canonical() {
        IpAddr::V6(addr) if !addr.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(addr.to_bits() & !u128::from(u64::MAX)))
        }
        addr => addr,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        for (addr, counts_as) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
            ("2001:db8:1:3::", "2001:db8:1:3::"),
            ("::1", "::1"),
        ] {
            assert_eq!(network(addr.parse().unwrap()), counts_as.parse::<IpAddr>().unwrap(), "{addr}");
        }
    }
}
