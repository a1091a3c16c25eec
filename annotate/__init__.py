"""What an itinerary is and when it is good. Pure: no files, no clock, no randomness."""
