/* The complex functions of Microsoft's C library that wine (10.0) names and does not have; numpy asks for them when it is
   loaded, the program never. Only for the trial under wine: nothing of this ships. Plain formulas over real functions. */
#include <math.h>

typedef struct { float re, im; } F;
typedef struct { double re, im; } D;

static D of(F z) { D made = {z.re, z.im}; return made; }
static F narrow(D z) { F made = {(float)z.re, (float)z.im}; return made; }
static D pair(double re, double im) { D made = {re, im}; return made; }
static D quotient(D a, D b) {
  double size = b.re * b.re + b.im * b.im;
  return pair((a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size);
}

static double creal_of(D z) { return z.re; }
static double cimag_of(D z) { return z.im; }
static double cabs_of(D z) { return hypot(z.re, z.im); }
static double carg_of(D z) { return atan2(z.im, z.re); }
static D cexp_of(D z) { return pair(exp(z.re) * cos(z.im), exp(z.re) * sin(z.im)); }
static D clog_of(D z) { return pair(log(cabs_of(z)), carg_of(z)); }
static D ccos_of(D z) { return pair(cos(z.re) * cosh(z.im), -sin(z.re) * sinh(z.im)); }
static D csin_of(D z) { return pair(sin(z.re) * cosh(z.im), cos(z.re) * sinh(z.im)); }
static D ctan_of(D z) { return quotient(csin_of(z), ccos_of(z)); }
static D ccosh_of(D z) { return pair(cosh(z.re) * cos(z.im), sinh(z.re) * sin(z.im)); }
static D csinh_of(D z) { return pair(sinh(z.re) * cos(z.im), cosh(z.re) * sin(z.im)); }
static D ctanh_of(D z) { return quotient(csinh_of(z), ccosh_of(z)); }
static D cpow_of(D z, D w) {
  D log = clog_of(z);
  return cexp_of(pair(log.re * w.re - log.im * w.im, log.re * w.im + log.im * w.re));
}

/* long double is double in Microsoft's C */
#define EXPORT __declspec(dllexport)
#define REAL(name) \
  EXPORT double try_##name(D z) { return name##_of(z); } \
  EXPORT float try_##name##f(F z) { return (float)name##_of(of(z)); } \
  EXPORT double try_##name##l(D z) { return name##_of(z); }
#define COMPLEX(name) \
  EXPORT D try_##name(D z) { return name##_of(z); } \
  EXPORT F try_##name##f(F z) { return narrow(name##_of(of(z))); } \
  EXPORT D try_##name##l(D z) { return name##_of(z); }

REAL(creal) REAL(cimag) REAL(cabs) REAL(carg)
COMPLEX(cexp) COMPLEX(clog) COMPLEX(ccos) COMPLEX(csin) COMPLEX(ctan) COMPLEX(ccosh) COMPLEX(csinh) COMPLEX(ctanh)
EXPORT D try_cpow(D z, D w) { return cpow_of(z, w); }
EXPORT F try_cpowf(F z, F w) { return narrow(cpow_of(of(z), of(w))); }
EXPORT D try_cpowl(D z, D w) { return cpow_of(z, w); }
