"""A peer: the same embedder as ours with scikit-learn's logistic regression, as most tutorials have it."""

from sklearn.linear_model import LogisticRegression

from dialog.routing.embedders import MiniLmEmbedder

NAME = "MiniLM embedder + logistic regression"


class Router:
    """The form that the scorer wants."""

    def fit(self, examples):
        """Fit on (text, verb)."""
        self.embedder = MiniLmEmbedder()
        self.model = LogisticRegression(C=10, max_iter=2000)
        self.model.fit(self.embedder.embed([text for text, _ in examples]), [verb for _, verb in examples])

    def route(self, text):
        """Return (verb, probability)."""
        shares = self.model.predict_proba(self.embedder.embed([text]))[0]
        best = int(shares.argmax())
        return self.model.classes_[best], float(shares[best])
