"""Many traces: finds the logs that a user's paths name, and audits them one after the other, or side by side."""
