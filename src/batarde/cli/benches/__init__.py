"""What ``batarde bench`` can measure: one file for each bench."""
