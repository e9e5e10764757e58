"""A peer: scikit-learn's TF-IDF of words and characters, and its logistic regression."""

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline, make_union

NAME = "TF-IDF (words 1-2, characters 3-5) + logistic regression"


class Router:
    """The form that the scorer wants."""

    def fit(self, examples):
        """Fit on (text, verb)."""
        features = make_union(
            TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True),
            TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True),
        )
        self.model = make_pipeline(features, LogisticRegression(C=100, max_iter=2000))
        self.model.fit([text for text, _ in examples], [verb for _, verb in examples])

    def route(self, text):
        """Return (verb, probability)."""
        shares = self.model.predict_proba([text])[0]
        best = int(shares.argmax())
        return self.model.classes_[best], float(shares[best])
