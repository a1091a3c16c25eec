"""All tables of the workbench, by noun."""

from db.models.base import Base, UtcDateTime
from db.models.people import AccessLink, FailedSignIn, Person, SignIn
from db.models.plans import (
    Annotation,
    Decision,
    EditLog,
    Flag,
    LogEntry,
    QueryRow,
    Release,
    ReleaseItem,
    Skeleton,
    Submission,
    Waiver,
)
from db.models.quality import (
    AnnotatorProfile,
    ModelPlan,
    ModelSet,
    ReleaseDraft,
    ReleaseFile,
    RoundScore,
    RoundVerdict,
)
from db.models.reference import (
    REFERENCE_MODELS,
    Accommodation,
    Attraction,
    Bus,
    City,
    CityAlias,
    CostOfLiving,
    Crowd,
    Distance,
    Event,
    Flight,
    FlightPerformance,
    ImportBatch,
    Restaurant,
    RoadRoute,
    Station,
    Train,
    TrainDelay,
    TransitStop,
)
from db.models.review import CarriedOut, Comment, FlagFix, LineageRow
from db.models.work import (
    ActivityMark,
    Assignment,
    Batch,
    BatchQuery,
    CityExpertise,
    GuidelineConfirmation,
    Lease,
    Notice,
)

__all__ = [
    "REFERENCE_MODELS", "AccessLink", "Accommodation", "ActivityMark", "Annotation", "AnnotatorProfile",
    "Assignment", "Attraction", "Base", "Batch", "BatchQuery", "Bus", "CarriedOut", "City", "CityAlias", "CityExpertise",
    "Comment", "CostOfLiving", "Crowd", "Decision", "Distance", "EditLog", "Event", "FailedSignIn", "Flag",
    "FlagFix", "Flight", "FlightPerformance", "GuidelineConfirmation", "ImportBatch", "Lease", "LineageRow",
    "LogEntry", "ModelPlan", "ModelSet", "Notice", "Person", "QueryRow", "Release", "ReleaseDraft", "ReleaseFile",
    "ReleaseItem", "Restaurant", "RoadRoute", "RoundScore", "RoundVerdict", "SignIn", "Skeleton", "Station",
    "Submission", "Train", "TrainDelay", "TransitStop", "UtcDateTime", "Waiver",
]  # fmt: skip
