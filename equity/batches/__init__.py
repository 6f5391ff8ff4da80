"""Tables of spots in, tables of answers out: from files, streams and data frames."""
