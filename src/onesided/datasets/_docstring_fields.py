"""Which field a module of NumPy, SciPy or scikit-learn belongs to."""

from __future__ import annotations

FIELDS = {
    "numpy": "arrays",
    "numpy.fft": "fourier transforms",
    "numpy.linalg": "linear algebra",
    "numpy.ma": "masked arrays",
    "numpy.polynomial": "polynomials",
    "scipy": "arrays",
    "scipy.cluster": "clustering",
    "scipy.differentiate": "integration",
    "scipy.fft": "fourier transforms",
    "scipy.fftpack": "fourier transforms",
    "scipy.integrate": "integration",
    "scipy.interpolate": "interpolation",
    "scipy.io": "files",
    "scipy.linalg": "linear algebra",
    "scipy.ndimage": "image processing",
    "scipy.odr": "optimization",
    "scipy.optimize": "optimization",
    "scipy.signal": "signal processing",
    "scipy.sparse": "sparse matrices",
    "scipy.sparse.linalg": "linear algebra",
    "scipy.spatial": "geometry",
    "scipy.special": "special functions",
    "scipy.stats": "statistics",
    "sklearn": "learning",
    "sklearn.cluster": "clustering",
    "sklearn.compose": "preprocessing",
    "sklearn.covariance": "statistics",
    "sklearn.cross_decomposition": "decomposition",
    "sklearn.decomposition": "decomposition",
    "sklearn.ensemble": "trees and ensembles",
    "sklearn.feature_extraction": "preprocessing",
    "sklearn.feature_selection": "preprocessing",
    "sklearn.impute": "preprocessing",
    "sklearn.linear_model": "linear models",
    "sklearn.manifold": "decomposition",
    "sklearn.metrics": "model evaluation",
    "sklearn.metrics.cluster": "clustering",
    "sklearn.mixture": "clustering",
    "sklearn.model_selection": "model evaluation",
    "sklearn.preprocessing": "preprocessing",
    "sklearn.tree": "trees and ensembles",
}

# Tests, vendored copies and tools of the packages themselves are not about any field.
SKIPPED_FOLDERS = frozenset({
    "tests", "conftest", "externals", "_external", "_lib", "_typing", "typing", "testing", "distutils", "f2py",
    "_pyinstaller", "_build_utils", "_precompute", "__config__", "constants", "datasets", "utils", "_lebedev",
})  # fmt: skip


def field_of(module: str) -> str:
    """The field of the longest package in `FIELDS` that holds `module`.

    >>> field_of("scipy.sparse.linalg._eigen.arpack.arpack"), field_of("scipy.sparse._csr")
    ('linear algebra', 'sparse matrices')
    """
    parts = module.split(".")
    packages = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next(FIELDS[package] for package in packages if package in FIELDS)
