"""Hand histories: from the files of poker sites to hands replayed under the rules."""
