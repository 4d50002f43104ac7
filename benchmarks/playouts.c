/* The plain C loop that the kernel's random playouts are measured against.
 *
 * Four players, one pack, hands given as sets of bits: 16 bits for each suit, a higher bit is a
 * stronger card, the trump suit on top. It does what the kernel does: a random legal card for
 * everybody, who wins the trick, who won how many in the end. `batarde bench playouts` compiles
 * it for this very processor and runs it in the same rounds.
 */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define PLAYERS 4

static uint64_t chance;

static uint32_t draw(uint32_t bound) {
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    uint32_t word = (uint32_t)(((chance >> 22) ^ chance) >> ((chance >> 61) + 22));
    return (uint32_t)(((uint64_t)word * bound) >> 32);
}

static uint64_t one_of(uint64_t cards) {
    uint32_t n = draw((uint32_t)__builtin_popcountll(cards));
#ifdef __BMI2__
    return _pdep_u64(1ull << n, cards);
#else
    while (n--) cards &= cards - 1;
    return cards & -cards;
#endif
}

/* trump: 0 all trumps, 1 the suit on top, 2 no trumps. tally: 16 counters for each player. */
void play_out(const uint64_t *dealt, int cards, int trump, uint64_t seed, long count,
              long *tally) {
    const uint64_t lane = 0x1FF;
    const uint64_t cutting = trump == 1 ? lane << 48 : 0;
    const uint64_t ruling = trump == 0 ? ~0ull : cutting;
    for (long i = 0; i < count; i++) {
        uint64_t hands[PLAYERS];
        int tricks[PLAYERS] = {0}, leader = 0;
        chance = (seed + (uint64_t)i) * 0x9E3779B97F4A7C15u;
        for (int p = 0; p < PLAYERS; p++) hands[p] = dealt[p];
        for (int t = 0; t < cards; t++) {
            int seat = leader;
            uint64_t best = one_of(hands[seat]);
            hands[seat] ^= best;
            uint64_t led = lane << (__builtin_ctzll(best) & 48);
            for (int p = 1; p < PLAYERS; p++) {
                seat = (seat + 1) % PLAYERS;
                uint64_t legal = hands[seat] & led;
                if (!legal) legal = hands[seat] & cutting;
                if (!legal) legal = hands[seat];
                uint64_t higher = legal & (led | cutting) & ~(best | (best - 1));
                if (higher & ruling) legal = higher & ruling;
                uint64_t card = one_of(legal);
                hands[seat] ^= card;
                if (card & higher) {
                    best = card;
                    leader = seat;
                }
            }
            tricks[leader]++;
        }
        for (int p = 0; p < PLAYERS; p++) tally[16 * p + tricks[p]]++;
    }
}
