"""A few numbers over the tables of documents: they differ as soon as a list of documents would."""

from .database import Connection


def numbers(connection: Connection) -> tuple[int, ...]:
    """Counts and last ids of documents by state, of works, versions and decisions."""
    row = connection.row(
        "SELECT COUNT(*), IFNULL(MAX(id), 0), IFNULL(SUM(version_id), 0), IFNULL(SUM(work_id), 0), "
        "IFNULL(SUM(conversion_status = 'QUEUED'), 0), IFNULL(SUM(conversion_status = 'FAILED'), 0), "
        "IFNULL(SUM(review_status = 'VERIFIED'), 0), "
        "(SELECT IFNULL(MAX(id), 0) FROM decisions), (SELECT IFNULL(MAX(id), 0) FROM works), "
        "(SELECT IFNULL(MAX(id), 0) FROM versions) FROM documents"
    )
    return () if row is None else tuple(int(each) for each in row)
