"""What an audit costs, as a multiple of reading the same bytes with a bare JSON parser in the same run."""
