"""Search over sampled worlds: ``bot`` asks ``bidding``, ``playing`` or ``doubling``.

The method is perfect-information Monte Carlo, PIMC (Long, Sturtevant, Buro and Furtak, AAAI 2010):
draw worlds that fit what the seat knows (``sampling``), play each of them out, and take the mean.
"""
