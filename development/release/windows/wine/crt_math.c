/* The complex functions of Microsoft's C library that wine (10.0) names and does not have; numpy asks for them when it is
   loaded. Only for the trial under wine: nothing of this ships. Built with zig's C library, see trial.sh. */
#include <complex.h>

typedef struct { float re, im; } F;
typedef struct { double re, im; } D;

static float complex f(F z) { return CMPLXF(z.re, z.im); }
static double complex d(D z) { return CMPLX(z.re, z.im); }
static F fs(float complex z) { F made = {crealf(z), cimagf(z)}; return made; }
static D ds(double complex z) { D made = {creal(z), cimag(z)}; return made; }

#define EXPORT __declspec(dllexport)
/* long double is double in Microsoft's C */
#define REAL(name) \
  EXPORT double try_##name(D z) { return name(d(z)); } \
  EXPORT float try_##name##f(F z) { return name##f(f(z)); } \
  EXPORT double try_##name##l(D z) { return name(d(z)); }
#define COMPLEX(name) \
  EXPORT D try_##name(D z) { return ds(name(d(z))); } \
  EXPORT F try_##name##f(F z) { return fs(name##f(f(z))); } \
  EXPORT D try_##name##l(D z) { return ds(name(d(z))); }

REAL(creal) REAL(cimag) REAL(cabs) REAL(carg)
COMPLEX(ccos) COMPLEX(csin) COMPLEX(ctan) COMPLEX(ccosh) COMPLEX(csinh) COMPLEX(ctanh) COMPLEX(cexp)
COMPLEX(csqrt) COMPLEX(clog)
EXPORT D try_cpow(D z, D w) { return ds(cpow(d(z), d(w))); }
EXPORT F try_cpowf(F z, F w) { return fs(cpowf(f(z), f(w))); }
EXPORT D try_cpowl(D z, D w) { return ds(cpow(d(z), d(w))); }
