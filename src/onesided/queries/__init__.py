"""Learning by statistical queries: what a learner asks of the data, answered from positives and unlabeled rows."""
