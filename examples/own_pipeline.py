"""The estimators inside scikit-learn: a pipeline of your own, searched by GridSearchCV on P and U alone.

Run it: `python examples/own_pipeline.py`
"""

import numpy as np
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline

from onesided import AUCSelector, WeightedLogisticRegression
from onesided.datasets import make_text
from onesided.model_selection import PUStratifiedKFold

X, y, truth = make_text(n_documents=3000, n_features=5000, label_frequency=0.3, random_state=0, return_labels="both")

pipeline = Pipeline(
    [
        ("select", AUCSelector(fraction=0.5)),  # inside the pipeline: chosen anew in each fold
        ("learn", WeightedLogisticRegression(threshold="pooled", random_state=0)),
    ]
)
grid = {"select__fraction": [0.2, 1.0], "learn__penalty": [1.0, 10.0]}

# No scoring= is needed: score() is the Lee & Liu criterion r²/Pr[f=1], and not accuracy.
search = GridSearchCV(pipeline, grid, cv=PUStratifiedKFold(3, random_state=0)).fit(X, y)
print("best:", search.best_params_)
for setting, value in zip(search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True):
    print(f"  {value:.2f}  {setting}")

# Only an experiment knows the truth; here it says that the criterion chose well.
is_pile = y == 0
print(f"F on the pile: {f1_score(truth[is_pile], search.predict(X[np.flatnonzero(is_pile)])):.2f}")
