"""An integer larger than SQLite's: no row has it, and it is never stored as something else."""

import pytest

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.wording import sentence
from insurance_desktop.store.opening import open_database

NUMBERS = (2**63, -(2**70), 10**23, 10**400, -(10**400))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_larger_than_sqlites_is_compared_and_found_nowhere(tmp_path, number):
    database = open_database(tmp_path / "library.db")
    with database.read() as connection:
        assert connection.row("SELECT 1 FROM documents WHERE id = ?", (number,)) is None
        assert connection.value("SELECT :number > 1", {"number": number}) == (number > 0)
    database.close()


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_larger_than_sqlites_is_not_stored(tmp_path, number):
    database = open_database(tmp_path / "library.db")
    with pytest.raises(UsageError) as refusal, database.write() as connection:
        connection.run("INSERT INTO settings (key, value) VALUES (?, ?)", ("a", number))
    assert "数字太大" in str(sentence(refusal.value))
    with pytest.raises(UsageError), database.write() as connection:
        connection.run_many("INSERT INTO settings (key, value) VALUES (?, ?)", [("a", number)])
    with database.read() as connection:
        assert connection.rows("SELECT * FROM settings") == []
    database.close()
