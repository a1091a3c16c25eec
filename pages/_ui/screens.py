"""The screens' files, for links from one screen to another (Streamlit would look for a relative one beside `main.py`)."""

from pathlib import Path

_PAGES = Path(__file__).resolve().parents[1]

START = _PAGES / "annotators" / "start.py"
MY_PLANS = _PAGES / "annotators" / "my_plans.py"
ANNOTATE = _PAGES / "annotators" / "annotate_plan.py"
REVIEW = _PAGES / "experts" / "review_queue.py"
REVIEW_PLAN = _PAGES / "experts" / "review_plan.py"
ADJUDICATE = _PAGES / "experts" / "adjudicate.py"
NOTICES = _PAGES / "annotators" / "notices.py"
ASSIGN = _PAGES / "leads" / "assign_work.py"
IMPORT = _PAGES / "leads" / "import_data.py"
PEOPLE = _PAGES / "leads" / "manage_people.py"
ACCOUNT = _PAGES / "annotators" / "my_account.py"
RELEASE = _PAGES / "leads" / "release_gold.py"
REFERENCE = _PAGES / "annotators" / "explore_reference.py"
GUIDELINES = _PAGES / "annotators" / "read_guidelines.py"
