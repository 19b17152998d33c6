// The interaction machine by hand, decide and act, over words in packs: word w of agent i of a pack
// is row[w * PACK + i], and a pack's words follow those of the one before. machine.py defines the
// offset of each word by its name, how many WORDS there are, PACK, DT, and LANES.
//
// `simd_machine` runs a tick without branches on vectors of LANES agents; `branchy_machine` runs
// one agent after another, and only what its state needs. What all agents share is read from
// `all`. Both report nothing and check nothing: places are there, directions are never parallel,
// values are finite. `careful_machine` is the first with what the language demands on top: lengths
// and directions are right whatever vectors they are of, nothing is stored that is not finite, an
// action that cannot be done is skipped and counted, and it is reported which transition fired and
// which states were entered.

#include <cmath>
#include <cstring>
#if defined(__AVX__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

typedef double many __attribute__((vector_size(8 * LANES)));
typedef long long flags __attribute__((vector_size(8 * LANES)));

// What a number, and what is true of it, are for one agent and for a vector of them.
template <class R> struct flag_of { typedef bool type; };
template <> struct flag_of<many> { typedef flags type; };
template <class R> struct count_of { typedef long type; };
template <> struct count_of<many> { typedef flags type; };
#define FLAG typename flag_of<R>::type

INLINE double square_root(double x) { return sqrt(x); }
INLINE many square_root(many x) {
#if LANES == 4 && defined(__AVX__)
  return (many)_mm256_sqrt_pd((__m256d)x);
#elif LANES == 8 && defined(__AVX512F__)
  return (many)_mm512_sqrt_pd((__m512d)x);
#else
  many found;
  for (int n = 0; n < LANES; n++) found[n] = sqrt(x[n]);
  return found;
#endif
}
template <class R> INLINE R load(const double *at) {
  R found;
  memcpy(&found, at, sizeof found);
  return found;
}
template <class R> INLINE void store(double *at, R value) { memcpy(at, &value, sizeof value); }

// Whether a flag holds in any lane, and in one.
INLINE bool any(bool is) { return is; }
INLINE bool in_lane(bool is, int) { return is; }
INLINE bool any(flags is) {
#if LANES == 4 && defined(__AVX__)
  return _mm256_movemask_pd((__m256d)is) != 0;
#else
  long long found = 0;
  for (int n = 0; n < LANES; n++) found |= is[n];
  return found != 0;
#endif
}
INLINE bool in_lane(flags is, int n) { return is[n] != 0; }
INLINE double part(double x, int) { return x; }
INLINE double part(many x, int n) { return x[n]; }
INLINE void set_part(double &x, int, double value) { x = value; }
INLINE void set_part(many &x, int n, double value) { x[n] = value; }

#define WORD(w) load<R>(row + (w) * PACK + i)
#define ALL(w) all[w]

static const int ENGAGED = 1, STATES = 6;
static const double RESET = 0, SEARCH = 2, APPROACH = 3, RISE = 4, TOUCH = 5;

template <class R> struct vec { R x, y, z; };
template <class R> struct quat { R x, y, z, w; };

template <class R> INLINE vec<R> same(double x, double y, double z) {
  return vec<R>{R{} + x, R{} + y, R{} + z};
}

template <class R> INLINE vec<R> sub(vec<R> a, vec<R> b) { return vec<R>{a.x - b.x, a.y - b.y, a.z - b.z}; }
template <class R, class S> INLINE vec<R> times(vec<R> a, S s) { return vec<R>{a.x * s, a.y * s, a.z * s}; }
template <class R> INLINE R dot(vec<R> a, vec<R> b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class R> INLINE vec<R> cross(vec<R> a, vec<R> b) {
  return vec<R>{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class R> INLINE vec<R> pick(FLAG c, vec<R> a, vec<R> b) {
  return vec<R>{c ? a.x : b.x, c ? a.y : b.y, c ? a.z : b.z};
}
template <class R> INLINE quat<R> pick4(FLAG c, quat<R> a, quat<R> b) {
  return quat<R>{c ? a.x : b.x, c ? a.y : b.y, c ? a.z : b.z, c ? a.w : b.w};
}
template <class R> INLINE quat<R> turns(quat<R> a, quat<R> b) {
  return quat<R>{a.x * b.w + a.y * b.z - a.z * b.y + a.w * b.x,
                -a.x * b.z + a.y * b.w + a.z * b.x + a.w * b.y,
                a.x * b.y - a.y * b.x + a.z * b.w + a.w * b.z,
                -a.x * b.x - a.y * b.y - a.z * b.z + a.w * b.w};
}
template <class R> INLINE vec<R> turned(quat<R> q, vec<R> v) {
  vec<R> u = {q.x, q.y, q.z}, t = times(cross(u, v), 2.0), s = cross(u, t);
  return vec<R>{v.x + q.w * t.x + s.x, v.y + q.w * t.y + s.y, v.z + q.w * t.z + s.z};
}
// ---- lengths and directions, as they mostly are and whatever they are ---------------------

static const double SMALL = 1e-290, LARGE = 1e290, PARALLEL = 1e-9;
#define RARE static __attribute__((noinline, cold))

template <class R> INLINE FLAG usual(R squared) { return (squared > SMALL) & (squared < LARGE); }

static double scaled_length(vec<double> a) {
  double squared = dot(a, a), largest = fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
  if (squared != squared) return squared;
  if (!(largest > 0.0 && largest < INFINITY)) return largest;
  vec<double> b = {a.x / largest, a.y / largest, a.z / largest};
  return largest * sqrt(dot(b, b));
}
template <class R> RARE R any_length(vec<R> a, R found, FLAG odd) {
  for (int n = 0; n < (int)(sizeof(R) / 8); n++)
    if (in_lane(odd, n))
      set_part(found, n, scaled_length({part(a.x, n), part(a.y, n), part(a.z, n)}));
  return found;
}
// The length of a vector, in the lanes in which it is wanted.
template <class R, bool CAREFUL> INLINE R length(vec<R> a, FLAG wanted) {
  R squared = dot(a, a), found = square_root(squared);
  if (CAREFUL) {
    FLAG odd = wanted & !usual(squared);
    if (__builtin_expect(any(odd), 0)) found = any_length(a, found, odd);
  }
  return found;
}
static vec<double> direction(vec<double> a, vec<double> otherwise) {
  double size = scaled_length(a);
  if (!(size > 0.0 && size < INFINITY)) return otherwise;
  return vec<double>{a.x / size, a.y / size, a.z / size};
}

static quat<double> scaled_upright(quat<double> q) {
  double largest = fmax(fmax(fabs(q.x), fabs(q.y)), fmax(fabs(q.z), fabs(q.w)));
  if (!(largest > 0.0 && largest < INFINITY)) return quat<double>{0.0, 0.0, 0.0, 1.0};
  q = quat<double>{q.x / largest, q.y / largest, q.z / largest, q.w / largest};
  double size = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return quat<double>{q.x / size, q.y / size, q.z / size, q.w / size};
}
template <class R> RARE quat<R> any_upright(quat<R> q, quat<R> found, FLAG odd) {
  for (int n = 0; n < (int)(sizeof(R) / 8); n++)
    if (in_lane(odd, n)) {
      quat<double> own = scaled_upright({part(q.x, n), part(q.y, n), part(q.z, n), part(q.w, n)});
      set_part(found.x, n, own.x), set_part(found.y, n, own.y);
      set_part(found.z, n, own.z), set_part(found.w, n, own.w);
    }
  return found;
}
template <class R, bool CAREFUL> INLINE quat<R> upright(quat<R> q, FLAG wanted) {
  R squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, s = 1.0 / square_root(squared);
  quat<R> found = {q.x * s, q.y * s, q.z * s, q.w * s};
  if (CAREFUL) {
    FLAG odd = wanted & !usual(squared);
    if (__builtin_expect(any(odd), 0)) found = any_upright(q, found, odd);
  }
  return found;
}

template <class R, bool CAREFUL>
INLINE quat<R> from_basis(vec<R> x, vec<R> y, vec<R> z, FLAG wanted) {
  R trace = x.x + y.y + z.z;
  FLAG whole = trace > 0.0, onx = (x.x > y.y) & (x.x > z.z), ony = y.y > z.z;
  R lx = 1.0 + x.x - y.y - z.z, ly = 1.0 + y.y - x.x - z.z, lz = 1.0 + z.z - x.x - y.y;
  R most = whole ? trace + 1.0 : onx ? lx : ony ? ly : lz;
  R s = 2.0 * square_root(most), i = 1.0 / s, own = 0.25 * s;
  R dx = (y.z - z.y) * i, dy = (z.x - x.z) * i, dz = (x.y - y.x) * i;
  R xy = (y.x + x.y) * i, xz = (z.x + x.z) * i, yz = (z.y + y.z) * i;
  return upright<R, CAREFUL>(quat<R>{whole ? dx : onx ? own : ony ? xy : xz,
                                     whole ? dy : onx ? xy : ony ? own : yz,
                                     whole ? dz : onx ? xz : ony ? yz : own,
                                     whole ? own : onx ? dx : ony ? dy : dz}, wanted);
}
// +z along one vector, +y as near another as may be, where they may be parallel or nothing.
static quat<double> look_whatever(vec<double> forward, vec<double> up) {
  vec<double> none = {0.0, 0.0, 0.0}, z = direction(forward, none);
  if (!(dot(z, z) > 0.0)) return quat<double>{0.0, 0.0, 0.0, 1.0};
  vec<double> x = cross(direction(up, none), z);
  if (scaled_length(x) <= PARALLEL) x = cross(vec<double>{0.0, 1.0, 0.0}, z);
  if (scaled_length(x) > PARALLEL) {
    x = direction(x, none);
    return from_basis<double, true>(x, cross(z, x), z, true);
  }
  if (z.z < 0.0 && hypot(z.x, z.y) <= PARALLEL) return quat<double>{0.0, 1.0, 0.0, 0.0};
  return upright<double, true>(quat<double>{-z.y, z.x, 0.0, 1.0 + z.z}, true);
}
template <class R> RARE quat<R> any_look(vec<R> z, vec<R> up, quat<R> found, FLAG odd) {
  for (int n = 0; n < (int)(sizeof(R) / 8); n++)
    if (in_lane(odd, n)) {
      quat<double> own = look_whatever({part(z.x, n), part(z.y, n), part(z.z, n)},
                                       {part(up.x, n), part(up.y, n), part(up.z, n)});
      set_part(found.x, n, own.x), set_part(found.y, n, own.y);
      set_part(found.z, n, own.z), set_part(found.w, n, own.w);
    }
  return found;
}
template <class R, bool CAREFUL> INLINE quat<R> look(vec<R> forward, vec<R> up, FLAG wanted) {
  R far = dot(forward, forward), high = dot(up, up);
  vec<R> z = times(forward, 1.0 / square_root(far));
  vec<R> x = cross(CAREFUL ? times(up, 1.0 / square_root(high)) : up, z);
  R wide = dot(x, x), size = square_root(wide);
  x = times(x, 1.0 / size);
  FLAG odd = wanted & !(usual(far) & usual(high) & usual(wide) & (size > PARALLEL));
  quat<R> found = from_basis<R, CAREFUL>(x, cross(z, x), z, wanted & !odd);
  if (CAREFUL && __builtin_expect(any(odd), 0)) found = any_look(forward, up, found, odd);
  return found;
}
template <class R, bool CAREFUL>
INLINE quat<R> towards(quat<R> a, quat<R> b, R s, R c, FLAG wanted) {
  R flip = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0 ? -1.0 : 1.0;
  b = quat<R>{b.x * flip, b.y * flip, b.z * flip, b.w * flip};
  quat<R> r = turns(quat<R>{-a.x, -a.y, -a.z, a.w}, b);
  R size = square_root(r.x * r.x + r.y * r.y + r.z * r.z);
  R share = s / size;
  quat<R> step = {r.x * share, r.y * share, r.z * share, c};
  FLAG near = size * c <= r.w * s;
  return pick4(near, b, upright<R, CAREFUL>(turns(a, step), wanted & !near));
}
template <class R> INLINE R length(vec<R> a) { return length<R, false>(a, FLAG{}); }
template <class R> INLINE quat<R> look(vec<R> forward, vec<R> up) {
  return look<R, false>(forward, up, FLAG{});
}
template <class R> INLINE quat<R> towards(quat<R> a, quat<R> b, R s, R c) {
  return towards<R, false>(a, b, s, c, FLAG{});
}
template <class R> INLINE R chase(R after, double duration) {
  return after >= duration - 1e-6 ? 0.0 : 1.0 - after / duration;
}
template <class R, class S, class T> INLINE R closer(R value, S goal, T gap) {
  return (R{} + gap) == 0.0 ? R{} + goal : value + (goal - value) * (1.0 - gap);
}
template <class R> INLINE R rounded(R x) { return (x + 6755399441055744.0) - 6755399441055744.0; }

#define VEC(w) vec<R>{WORD(w), WORD((w) + 1), WORD((w) + 2)}
#define QUAT(w) quat<R>{WORD(w), WORD((w) + 1), WORD((w) + 2), WORD((w) + 3)}
#define PUT(o, v) store<R>(row + (o) * PACK + i, R{} + (v))
#define PUT3(o, v) (PUT(o, (v).x), PUT((o) + 1, (v).y), PUT((o) + 2, (v).z))
#define PUT4(o, v) (PUT3(o, v), PUT((o) + 3, (v).w))

typedef struct { double slow_s, slow_c, fast_s, fast_c, idle, give_up; } steps;

static steps steps_of(const double *all) {
  double k = ALL(idle_rate);
  steps found = {sin(0.5 * ALL(turn_slow) * DT), cos(0.5 * ALL(turn_slow) * DT),
                 sin(0.5 * ALL(turn_fast) * DT), cos(0.5 * ALL(turn_fast) * DT),
                 k > 0.0 ? (k >= 60.0 ? 0.0 : pow(1.0 - k / 60.0, 60.0 * DT)) : 1.0,
                 ALL(rise_timeout) > 0.0 ? ALL(rise_timeout) + 1e-6 : INFINITY};
  return found;
}

INLINE void leave(int *at, double x) { *at = (int)x; }
INLINE void leave(int *at, many x) {
  typedef int whole __attribute__((vector_size(4 * LANES)));
  whole found = __builtin_convertvector(x, whole);
  memcpy(at, &found, sizeof found);
}
INLINE void add(int *at, long x) { *at += (int)x; }
INLINE void add(int *at, flags x) {
  typedef int whole __attribute__((vector_size(4 * LANES)));
  whole found = __builtin_convertvector(x, whole), before;
  memcpy(&before, at, sizeof before);
  before += found;
  memcpy(at, &before, sizeof before);
}

// What a tick leaves beside the words: by the careful machine the number of the transition from 1,
// skipped actions, and which states were entered; by the others only whether one fired.
struct report {
  int *__restrict fired;
  int *__restrict skipped;
  unsigned char *__restrict entered;
};
INLINE void tally(long &skips, bool bad) { skips += bad; }
INLINE void tally(flags &skips, flags bad) { skips -= bad; }
template <class C, class F> INLINE F allowed(C &skips, F here, F whole) {
  tally(skips, here & !whole);
  return here & whole;
}
template <class R> INLINE FLAG finite(R x) { return x - x == 0.0; }
template <class R> INLINE FLAG finite(vec<R> a) { return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) == 0.0; }
template <class R> INLINE FLAG finite(quat<R> a) {
  return (a.x - a.x) + (a.y - a.y) + ((a.z - a.z) + (a.w - a.w)) == 0.0;
}

template <class R, bool CAREFUL>
INLINE void tick(double *__restrict row, const double *__restrict all, steps by, report told,
                 long i) {
  const FLAG always = R{} == R{};
  typename count_of<R>::type skips = {};
// Whether an action is done where `here` holds: not where its value is not finite, which counts.
#define DOES(here, value) (CAREFUL ? allowed(skips, FLAG(here), finite(value)) : FLAG(here))
// One that cannot be done where `bad` holds.
#define CANNOT(bad) (CAREFUL ? tally(skips, bad) : (void)0)
  // what was found, and how near it came
  FLAG exists = WORD(contact_exists) != 0.0;
  R subject = exists ? WORD(contact_collider) : -1.0;
  FLAG changed = subject != WORD(contact_previous);
  vec<R> root = VEC(root_position), at = VEC(contact_point);
  vec<R> lefts = VEC(upper_arm_left_position), rights = VEC(upper_arm_right_position);
  R near_left = length<R, CAREFUL>(sub(at, lefts), exists);
  R near_right = length<R, CAREFUL>(sub(at, rights), exists);
  R side = WORD(side_);
  side = changed & (subject >= 0.0) ? (near_left < near_right ? 0.0 : 1.0) : side;
  FLAG left = side == 0.0;
  R away = length<R, CAREFUL>(sub(root, at), exists);
  FLAG gone = subject < 0.0;
  R lowest = changed | gone ? INFINITY : WORD(memory_0);
  lowest = !gone & (away < lowest) ? away : lowest;
  PUT(side_, side);
  PUT(memory_0, lowest);
  PUT(control_enabled, 1.0);
  PUT3(root_moved, (same<R>(0.0, 0.0, 0.0)));
  PUT(feet_enabled, 0.0);

  // the hand that is not in use
  R arm_l = WORD(arm_left_weight), arm_r = WORD(arm_right_weight);
  R wrist_l = WORD(wrist_left_weight), wrist_r = WORD(wrist_right_weight);
  R arm_other = left ? arm_r : arm_l, wrist_other = left ? wrist_r : wrist_l, idle;
  idle = closer(arm_other, 0.0, by.idle);
  arm_other = DOES(always, idle) ? idle : arm_other;
  idle = closer(wrist_other, 0.0, by.idle);
  wrist_other = DOES(always, idle) ? idle : wrist_other;
  R arm = left ? arm_l : arm_r, wrist = left ? wrist_l : wrist_r;

  // decide
  R state = WORD(interaction_active);
  FLAG reset = state == RESET, search = state == SEARCH, approach = state == APPROACH;
  FLAG rise = state == RISE, touch = state == TOUCH;
  R t_reset = WORD(interaction_Reset_ticks) * DT + WORD(interaction_Reset_carry);
  R t_approach = WORD(interaction_Engaged_Approach_ticks) * DT +
                    WORD(interaction_Engaged_Approach_carry);
  R t_rise = WORD(interaction_Engaged_Rise_ticks) * DT + WORD(interaction_Engaged_Rise_carry);
  R t_touch = WORD(interaction_Engaged_Touch_ticks) * DT +
                 WORD(interaction_Engaged_Touch_carry);
  vec<R> walking = VEC(walk);
  FLAG moving = dot(walking, walking) > 0.0;
  quat<R> facing = QUAT(root_rotation);
  vec<R> ahead = turned(facing, same<R>(0.0, 0.0, 1.0));
  vec<R> outward = times(turned(facing, same<R>(-1.0, 0.0, 0.0)), left ? -1.0 : 1.0);
  vec<R> shoulder = pick(left, lefts, rights), reach = sub(at, shoulder);
  R far = left ? near_left : near_right;
  FLAG leaving = exists & (away > lowest + ALL(away_margin));
  FLAG wrong = exists & (dot(outward, reach) < 0.0);
  FLAG jumping = rounded(WORD(velocity_y)) >= ALL(jump_rise);
  FLAG let_go = !moving | leaving | wrong | jumping, lost = !exists;
  R level = WORD(reach_height);
  R off = ALL(palm_offset) + ALL(reach_room) * (1.0 - arm);
  R share = off / far;
  vec<R> palm_at = {at.x - reach.x * share, at.y - reach.y * share, at.z - reach.z * share};
  vec<R> goal = {palm_at.x, level, palm_at.z};
  vec<R> gap = sub(goal, at);
  FLAG arrived = exists & (length<R, CAREFUL>(gap, exists) < ALL(palm_offset) + ALL(arrive_tolerance));
  FLAG to_search = reset & (t_reset > ALL(reset_pause) + 1e-6) & moving;
  FLAG to_reset = (search & let_go) |
                 (approach & ((t_approach > ALL(approach_timeout) + 1e-6) | let_go | lost)) |
                 (rise & ((t_rise > by.give_up) | let_go | lost)) |
                 (touch & ((t_touch > ALL(touch_hold) + 1e-6) | let_go | lost));
  FLAG on = !to_reset;
  FLAG to_approach = on & search & exists & (away < ALL(approach_distance));
  FLAG to_rise = on & approach & exists & (far < ALL(rise_distance));
  FLAG to_touch = on & rise & arrived & (t_rise >= ALL(touch_delay) - 1e-6);
  FLAG fires = to_reset | to_search | to_approach | to_rise | to_touch;
  R next = to_touch ? R{} + TOUCH : state;
  next = to_rise ? R{} + RISE : next;
  next = to_approach ? R{} + APPROACH : next;
  next = to_search ? R{} + SEARCH : next;
  next = to_reset ? R{} + RESET : next;
  R number = fires ? R{} + 1.0 : R{};
  if (CAREFUL) {
    R back = search ? 2.0 : approach ? 4.0 : rise ? (let_go | lost ? 6.0 : R{} + 7.0) : R{} + 9.0;
    number = to_reset ? back : to_search ? 1.0 : to_approach ? 3.0 : to_rise ? 5.0 : to_touch ? R{} + 8.0 : R{};
  }
  leave(told.fired + i, number);
  PUT(interaction_active, next);
  PUT(interaction_Engaged_last, fires & !reset ? state : WORD(interaction_Engaged_last));

  // act: in the state that is active now
  R after = fires ? DT : DT + (reset ? t_reset : approach ? t_approach : rise ? t_rise : t_touch);
  reset = next == RESET, approach = next == APPROACH, rise = next == RISE, touch = next == TOUCH;
  quat<R> wrist_turn = pick4(left, QUAT(wrist_left_rotation), QUAT(wrist_right_rotation));
  quat<R> palm = QUAT(palm_);
  palm = pick4(to_rise, wrist_turn, palm);
  vec<R> target = pick(left, VEC(arm_left_target), VEC(arm_right_target));
  target = pick(DOES(!reset & exists, goal), goal, target);
  CANNOT(!reset & !exists);
  R settle_gap = chase(after, ALL(settle)), relax_gap = chase(after, ALL(relax));
  R wrist_gap = chase(after, ALL(wrist_settle));
  R raised_level = closer(level, reset ? WORD(capsule_center + 1) : palm_at.y,
                          reset ? relax_gap : settle_gap);
  level = DOES(reset | (rise & exists), raised_level) ? raised_level : level;
  CANNOT(rise & !exists);
  FLAG blends = reset | approach | rise;
  R blended = closer(arm, reset ? 0.0 : approach ? ALL(ready_weight) : 1.0,
                     reset ? relax_gap : settle_gap);
  arm = DOES(blends, blended) ? blended : arm;
  blended = closer(wrist, reset ? 0.0 : approach ? ALL(ready_wrist) : 1.0,
                   reset ? relax_gap : wrist_gap);
  wrist = DOES(blends, blended) ? blended : wrist;
  quat<R> body = QUAT(body_rotation), back = {-body.x, -body.y, -body.z, body.w};
  vec<R> standing = VEC(body_position);
  vec<R> rest = pick(left, VEC(arm_left_rest_position), VEC(arm_right_rest_position));
  vec<R> local = turned(back, sub(target, standing));
  local = vec<R>{closer(local.x, rest.x, relax_gap), closer(local.y, rest.y, relax_gap),
                closer(local.z, rest.z, relax_gap)};
  local = turned(body, local);
  local = vec<R>{local.x + standing.x, local.y + standing.y, local.z + standing.z};
  FLAG lowers = DOES(reset, local);
  target = pick(lowers, local, target);

  FLAG surface = WORD(surface_exists) != 0.0;
  vec<R> normal = VEC(surface_normal), up = same<R>(0.0, 1.0, 0.0);
  FLAG laid = (rise | touch) & surface;
  quat<R> flat = look<R, CAREFUL>(times(normal, -1.0), pick(normal.y < 0.5, up, ahead), laid);
  palm = pick4(DOES(laid, flat), flat, palm);
  R elevation = left ? WORD(hand_left_position + 1) - WORD(forearm_left_position + 1)
                        : WORD(hand_right_position + 1) - WORD(forearm_right_position + 1);
  FLAG raised = (elevation > ALL(turn_height)) | (surface & (normal.y > 0.5));
  FLAG by_palm = touch | (rise & raised), to_rest = reset & !(arm > ALL(turn_over));
  FLAG by_side = approach | (reset & !to_rest) | (rise & !raised);
  quat<R> aside = look<R, CAREFUL>(pick(approach, same<R>(0.0, -1.0, 0.0), outward), ahead, by_side);
  quat<R> relaxed = turns(body, pick4(left, QUAT(arm_left_rest_turn), QUAT(arm_right_rest_turn)));
  quat<R> wish = pick4(to_rest, relaxed, pick4(by_palm, palm, aside));
  FLAG fast = rise | touch, turning = reset | approach | rise | touch;
  quat<R> nearer = towards<R, CAREFUL>(wrist_turn, wish, fast ? by.fast_s : by.slow_s,
                                       fast ? by.fast_c : by.slow_c, turning);
  turning = DOES(turning, nearer);
  wrist_turn = pick4(turning, nearer, wrist_turn);

  PUT(reach_height, level);
  PUT4(palm_, palm);
  PUT(arm_left_weight, left ? arm : arm_other);
  PUT(arm_right_weight, left ? arm_other : arm);
  PUT(wrist_left_weight, left ? wrist : wrist_other);
  PUT(wrist_right_weight, left ? wrist_other : wrist);
  PUT3(arm_left_target, pick(left, target, VEC(arm_left_target)));
  PUT3(arm_right_target, pick(left, VEC(arm_right_target), target));
  PUT4(wrist_left_rotation, pick4(left, wrist_turn, QUAT(wrist_left_rotation)));
  PUT4(wrist_right_rotation, pick4(left, QUAT(wrist_right_rotation), wrist_turn));
  FLAG places = lowers | (!reset & exists);
  R pinned = reset ? 0.0 : 1.0;
  PUT(arm_left_pinned, places & left ? pinned : WORD(arm_left_pinned));
  PUT(arm_right_pinned, places & !left ? pinned : WORD(arm_right_pinned));
  PUT(wrist_left_pinned, turning & left ? 1.0 : WORD(wrist_left_pinned));
  PUT(wrist_right_pinned, turning & !left ? 1.0 : WORD(wrist_right_pinned));

  // every clock of an active state moves on; one left stands at 0
  FLAG engaged = next != RESET;
  FLAG stays = !fires | ((next != RESET) & (state != RESET));
#define CLOCK(name, is, kept)                                                     \
  PUT(name##_ticks, is ? (kept ? WORD(name##_ticks) : 0.0) + 1.0                  \
                       : (kept ? WORD(name##_ticks) : 0.0));                      \
  PUT(name##_carry, kept ? WORD(name##_carry) : 0.0)
  CLOCK(interaction_Reset, (next == RESET), !fires);
  CLOCK(interaction_Engaged, engaged, stays);
  CLOCK(interaction_Engaged_Search, (next == SEARCH), !fires);
  CLOCK(interaction_Engaged_Approach, approach, !fires);
  CLOCK(interaction_Engaged_Rise, rise, !fires);
  CLOCK(interaction_Engaged_Touch, touch, !fires);
  PUT(ticks, WORD(ticks) + 1.0);
  if (CAREFUL) {
    add(told.skipped + i, skips);
    for (int n = 0; n < STATES; n++) memset(told.entered + n * PACK + i, 0, sizeof(R) / 8);
    if (any(fires))
      for (int n = 0; n < (int)(sizeof(R) / 8); n++)
        if (in_lane(fires, n)) {
          told.entered[(int)part(next, n) * PACK + i + n] = 1;
          if (part(state, n) == RESET) told.entered[ENGAGED * PACK + i + n] = 1;
        }
  }
}

template <bool CAREFUL>
INLINE void machine(double *row, const double *all, report told, long begin, long end) {
  steps by = steps_of(all);
  for (long i = begin; i < end; i += LANES) {
    long pack = i / PACK;
    report own = {told.fired + pack * PACK, told.skipped + pack * PACK,
                  told.entered + pack * (STATES * PACK)};
    tick<many, CAREFUL>(row + pack * (WORDS * PACK), all, by, own, i % PACK);
  }
}
extern "C" void simd_machine(double *row, const double *all, int *fired, int *skipped,
                             unsigned char *entered, long begin, long end) {
  machine<false>(row, all, {fired, skipped, entered}, begin, end);
}
extern "C" void careful_machine(double *row, const double *all, int *fired, int *skipped,
                                unsigned char *entered, long begin, long end) {
  machine<true>(row, all, {fired, skipped, entered}, begin, end);
}

// ---- one agent after another -------------------------------------------------------------

// The words of one of two places, by the side.
#define SIDED(one, two, on) (left ? (one) + (on) : (two) + (on))
#define SIDED_VEC(one, two) VEC(left ? (one) : (two))
#define SIDED_QUAT(one, two) QUAT(left ? (one) : (two))

static void stop(double *__restrict row, long i, int leaf) {
  typedef double R;
  static const int clocks[6] = {interaction_Reset_ticks,          interaction_Engaged_ticks,
                                interaction_Engaged_Search_ticks, interaction_Engaged_Approach_ticks,
                                interaction_Engaged_Rise_ticks,   interaction_Engaged_Touch_ticks};
  static const int carries[6] = {
      interaction_Reset_carry,          interaction_Engaged_carry,
      interaction_Engaged_Search_carry, interaction_Engaged_Approach_carry,
      interaction_Engaged_Rise_carry,   interaction_Engaged_Touch_carry};
  PUT(clocks[leaf], 0.0);
  PUT(carries[leaf], 0.0);
}

static void one_tick(double *__restrict row, const double *__restrict all, steps by,
                     int *__restrict fired, long i) {
  typedef double R;
  bool exists = WORD(contact_exists) != 0.0;
  double subject = exists ? WORD(contact_collider) : -1.0;
  bool changed = subject != WORD(contact_previous);
  vec<R> at = VEC(contact_point), root = VEC(root_position);
  if (changed && subject >= 0.0) {
    double l = length(sub(at, VEC(upper_arm_left_position)));
    PUT(side_, l < length(sub(at, VEC(upper_arm_right_position))) ? 0.0 : 1.0);
  }
  bool left = WORD(side_) == 0.0;
  if (changed || subject < 0.0) PUT(memory_0, INFINITY);
  double away = 0.0;
  if (subject >= 0.0) {
    away = length(sub(root, at));
    if (away < WORD(memory_0)) PUT(memory_0, away);
  }
  PUT(control_enabled, 1.0);
  PUT3(root_moved, (same<R>(0.0, 0.0, 0.0)));
  PUT(feet_enabled, 0.0);
  int other_arm = left ? arm_right_weight : arm_left_weight;
  int other_wrist = left ? wrist_right_weight : wrist_left_weight;
  PUT(other_arm, closer(WORD(other_arm), 0.0, by.idle));
  PUT(other_wrist, closer(WORD(other_wrist), 0.0, by.idle));

  int arm = left ? arm_left_weight : arm_right_weight;
  int wrist = left ? wrist_left_weight : wrist_right_weight;
  int turn = left ? wrist_left_rotation : wrist_right_rotation;
  int target = left ? arm_left_target : arm_right_target;
  int pinned = left ? arm_left_pinned : arm_right_pinned;
  int held = left ? wrist_left_pinned : wrist_right_pinned;
  quat<R> facing = QUAT(root_rotation);
  vec<R> outward = times(turned(facing, same<R>(-1.0, 0.0, 0.0)), left ? -1.0 : 1.0);
  vec<R> reach = sub(at, SIDED_VEC(upper_arm_left_position, upper_arm_right_position));
  vec<R> walking = VEC(walk);
  bool moving = dot(walking, walking) > 0.0;
  int state = (int)WORD(interaction_active), next = state;

  auto let_go = [&]() {
    return !moving || (exists && away > WORD(memory_0) + ALL(away_margin)) ||
           (exists && dot(outward, reach) < 0.0) ||
           rounded(WORD(velocity_y)) >= ALL(jump_rise);
  };
  auto goal = [&](double *upward) {
    double off = ALL(palm_offset) + ALL(reach_room) * (1.0 - WORD(arm));
    double share = off / length(reach);
    *upward = at.y - reach.y * share;
    return vec<R>{at.x - reach.x * share, WORD(reach_height), at.z - reach.z * share};
  };
  double level = 0.0, time = 0.0;
  switch (state) {
  case 0:
    time = WORD(interaction_Reset_ticks) * DT + WORD(interaction_Reset_carry);
    if (time > ALL(reset_pause) + 1e-6 && moving) next = 2;
    break;
  case 2:
    if (let_go()) next = 0;
    else if (exists && away < ALL(approach_distance)) next = 3;
    break;
  case 3:
    time = WORD(interaction_Engaged_Approach_ticks) * DT + WORD(interaction_Engaged_Approach_carry);
    if (time > ALL(approach_timeout) + 1e-6 || let_go() || !exists) next = 0;
    else if (length(reach) < ALL(rise_distance)) next = 4;
    break;
  case 4:
    time = WORD(interaction_Engaged_Rise_ticks) * DT + WORD(interaction_Engaged_Rise_carry);
    if (let_go() || !exists || time > by.give_up) next = 0;
    else if (length(sub(goal(&level), at)) < ALL(palm_offset) + ALL(arrive_tolerance) &&
             time >= ALL(touch_delay) - 1e-6) next = 5;
    break;
  default:
    time = WORD(interaction_Engaged_Touch_ticks) * DT + WORD(interaction_Engaged_Touch_carry);
    if (time > ALL(touch_hold) + 1e-6 || let_go() || !exists) next = 0;
  }
  fired[i] = next != state;
  if (next != state) {
    time = 0.0;
    stop(row, i, state);
    if (state != 0) PUT(interaction_Engaged_last, (double)state);
    if (state == 0 || next == 0) stop(row, i, 1);
    stop(row, i, next);
    PUT(interaction_active, (double)next);
    if (next == 4) PUT4(palm_, (QUAT(turn)));
  }
  double after = time + DT;
  vec<R> ahead = turned(facing, same<R>(0.0, 0.0, 1.0)), up = same<R>(0.0, 1.0, 0.0);
  if (next != 0 && exists) {
    vec<R> found = goal(&level);
    PUT3(target, found);
    PUT(pinned, 1.0);
  }
  if (next >= 4 && WORD(surface_exists) != 0.0) {
    vec<R> normal = VEC(surface_normal);
    quat<R> flat = look(times(normal, -1.0), normal.y < 0.5 ? up : ahead);
    PUT4(palm_, flat);
  }
  quat<R> wish;
  if (next == 0) {
    double gap = chase<R>(after, ALL(relax));
    PUT(reach_height, closer(WORD(reach_height), WORD(capsule_center + 1), gap));
    PUT(arm, closer(WORD(arm), 0.0, gap));
    PUT(wrist, closer(WORD(wrist), 0.0, gap));
    quat<R> body = QUAT(body_rotation), back = {-body.x, -body.y, -body.z, body.w};
    vec<R> standing = VEC(body_position), now = VEC(target), local = turned(back, sub(now, standing));
    vec<R> rest = SIDED_VEC(arm_left_rest_position, arm_right_rest_position);
    local = turned(body, vec<R>{closer(local.x, rest.x, gap), closer(local.y, rest.y, gap),
                                closer(local.z, rest.z, gap)});
    PUT(target, local.x + standing.x);
    PUT(target + 1, local.y + standing.y);
    PUT(target + 2, local.z + standing.z);
    PUT(pinned, 0.0);
    wish = WORD(arm) > ALL(turn_over)
               ? look(outward, ahead)
               : turns(body, SIDED_QUAT(arm_left_rest_turn, arm_right_rest_turn));
  } else if (next == 3) {
    wish = look(same<R>(0.0, -1.0, 0.0), ahead);
    PUT(arm, closer(WORD(arm), ALL(ready_weight), chase<R>(after, ALL(settle))));
    PUT(wrist, closer(WORD(wrist), ALL(ready_wrist), chase<R>(after, ALL(wrist_settle))));
  } else if (next == 4) {
    if (exists) {
      goal(&level);
      PUT(reach_height, closer(WORD(reach_height), level, chase<R>(after, ALL(settle))));
    }
    PUT(arm, closer(WORD(arm), 1.0, chase<R>(after, ALL(settle))));
    PUT(wrist, closer(WORD(wrist), 1.0, chase<R>(after, ALL(wrist_settle))));
    double elevation = WORD(SIDED(hand_left_position, hand_right_position, 1)) -
                       WORD(SIDED(forearm_left_position, forearm_right_position, 1));
    bool raised = elevation > ALL(turn_height) ||
                  (WORD(surface_exists) != 0.0 && WORD(surface_normal + 1) > 0.5);
    wish = raised ? QUAT(palm_) : look(outward, ahead);
  } else if (next == 5) {
    wish = QUAT(palm_);
  }
  if (next != 2) {
    bool fast = next >= 4;
    quat<R> now = towards(QUAT(turn), wish, fast ? by.fast_s : by.slow_s,
                          fast ? by.fast_c : by.slow_c);
    PUT4(turn, now);
    PUT(held, 1.0);
  }
#define COUNT(name) PUT(name##_ticks, WORD(name##_ticks) + 1.0)
  if (next == 0) COUNT(interaction_Reset);
  else {
    COUNT(interaction_Engaged);
    if (next == 2) COUNT(interaction_Engaged_Search);
    else if (next == 3) COUNT(interaction_Engaged_Approach);
    else if (next == 4) COUNT(interaction_Engaged_Rise);
    else COUNT(interaction_Engaged_Touch);
  }
  PUT(ticks, WORD(ticks) + 1.0);
}

extern "C" void branchy_machine(double *row, const double *all, int *fired, int *, unsigned char *,
                                long begin, long end) {
  steps by = steps_of(all);
  for (long i = begin; i < end; i++)
    one_tick(row + i / PACK * (WORDS * PACK), all, by, fired + i / PACK * PACK, i % PACK);
}
