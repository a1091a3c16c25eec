"""Make the tables of people, imports and reference data."""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("roles", sa.JSON(), nullable=False),
        sa.Column("active", sa.Boolean(), server_default="1", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("code", name=op.f("uq_people_code")),
    )
    op.create_table(
        "import_batches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("imported_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("imported_by_id", sa.Integer(), nullable=True),
        sa.Column("as_of", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("mapping", sa.JSON(), nullable=True),
        sa.Column("problems", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["imported_by_id"], ["people.id"], name=op.f("fk_import_batches_imported_by_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_batches")),
    )
    op.create_index(op.f("ix_import_batches_sha256"), "import_batches", ["sha256"], unique=False)
    op.create_table(
        "cities",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("lat", sa.Double(), nullable=True),
        sa.Column("lon", sa.Double(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_cities_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cities")),
        sa.UniqueConstraint("key", name=op.f("uq_cities_key")),
    )
    op.create_index(op.f("ix_cities_name_key"), "cities", ["name_key"], unique=False)
    op.create_table(
        "train_delays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("number_key", sa.String(), nullable=False),
        sa.Column("station", sa.String(), nullable=False),
        sa.Column("station_key", sa.String(), nullable=False),
        sa.Column("avg_delay_1w", sa.Double(), nullable=True),
        sa.Column("avg_delay_1m", sa.Double(), nullable=True),
        sa.Column("avg_delay_3m", sa.Double(), nullable=True),
        sa.Column("avg_delay_6m", sa.Double(), nullable=True),
        sa.Column("avg_delay_1y", sa.Double(), nullable=True),
        sa.Column("unknown_pct", sa.Double(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_train_delays_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_train_delays")),
        sa.UniqueConstraint("number_key", "station_key", name=op.f("uq_train_delays_number_key_station_key")),
    )
    op.create_table(
        "accommodations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("lat", sa.Double(), nullable=True),
        sa.Column("lon", sa.Double(), nullable=True),
        sa.Column("max_occupancy", sa.Integer(), nullable=True),
        sa.Column("minimum_nights", sa.Integer(), nullable=True),
        sa.Column("house_rules", sa.JSON(), nullable=True),
        sa.Column("house_type", sa.JSON(), nullable=True),
        sa.Column("facilities", sa.JSON(), nullable=True),
        sa.Column("services", sa.JSON(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.Column("price", sa.Double(), nullable=True),
        sa.Column("currency", sa.String(), server_default="INR", nullable=False),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_accommodations_city_id")),
        sa.ForeignKeyConstraint(
            ["import_id"], ["import_batches.id"], name=op.f("fk_accommodations_import_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accommodations")),
        sa.UniqueConstraint("name_key", "city_id", name=op.f("uq_accommodations_name_key_city_id")),
    )
    op.create_index(op.f("ix_accommodations_city_id"), "accommodations", ["city_id"], unique=False)
    op.create_table(
        "attractions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("lat", sa.Double(), nullable=True),
        sa.Column("lon", sa.Double(), nullable=True),
        sa.Column("visit_duration_min", sa.Double(), nullable=True),
        sa.Column("categories", sa.JSON(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("hours", sa.JSON(), nullable=True),
        sa.Column("crowd_level", sa.String(), nullable=True),
        sa.Column("crowds", sa.JSON(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.Column("price", sa.Double(), nullable=True),
        sa.Column("currency", sa.String(), server_default="INR", nullable=False),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_attractions_city_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_attractions_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attractions")),
        sa.UniqueConstraint("name_key", "city_id", name=op.f("uq_attractions_name_key_city_id")),
    )
    op.create_index(op.f("ix_attractions_city_id"), "attractions", ["city_id"], unique=False)
    op.create_table(
        "buses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("operator", sa.String(), nullable=False),
        sa.Column("operator_key", sa.String(), nullable=False),
        sa.Column("bus_type", sa.String(), nullable=False),
        sa.Column("dep_min", sa.Integer(), nullable=False),
        sa.Column("arr_min", sa.Integer(), nullable=False),
        sa.Column("duration_min", sa.Double(), nullable=True),
        sa.Column("arr_inferred", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("origin_id", sa.Integer(), nullable=False),
        sa.Column("destination_id", sa.Integer(), nullable=False),
        sa.Column("price", sa.Double(), nullable=True),
        sa.Column("currency", sa.String(), server_default="INR", nullable=False),
        sa.CheckConstraint("dep_min BETWEEN 0 AND 1439", name=op.f("ck_buses_dep_min")),
        sa.ForeignKeyConstraint(["destination_id"], ["cities.id"], name=op.f("fk_buses_destination_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_buses_import_id")),
        sa.ForeignKeyConstraint(["origin_id"], ["cities.id"], name=op.f("fk_buses_origin_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_buses")),
        sa.UniqueConstraint(
            "operator_key",
            "origin_id",
            "destination_id",
            "dep_min",
            "bus_type",
            name=op.f("uq_buses_operator_key_origin_id_destination_id_dep_min_bus_type"),
        ),
    )
    op.create_index(
        op.f("ix_buses_origin_id_destination_id"), "buses", ["origin_id", "destination_id"], unique=False
    )
    op.create_table(
        "city_aliases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("alias", sa.String(), nullable=False),
        sa.Column("alias_key", sa.String(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_city_aliases_city_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_city_aliases_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_city_aliases")),
        sa.UniqueConstraint("alias_key", "city_id", name=op.f("uq_city_aliases_alias_key_city_id")),
    )
    op.create_table(
        "cost_of_living",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.Column("item", sa.String(), nullable=False),
        sa.Column("item_key", sa.String(), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("currency", sa.String(), server_default="INR", nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_cost_of_living_city_id")),
        sa.ForeignKeyConstraint(
            ["import_id"], ["import_batches.id"], name=op.f("fk_cost_of_living_import_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cost_of_living")),
        sa.UniqueConstraint("city_id", "item_key", name=op.f("uq_cost_of_living_city_id_item_key")),
    )
    op.create_table(
        "crowds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("crowd_level", sa.String(), nullable=True),
        sa.Column("crowds", sa.JSON(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_crowds_city_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_crowds_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_crowds")),
        sa.UniqueConstraint("name_key", "city_id", name=op.f("uq_crowds_name_key_city_id")),
    )
    op.create_index(op.f("ix_crowds_city_id"), "crowds", ["city_id"], unique=False)
    op.create_table(
        "distances",
        sa.Column("origin_id", sa.Integer(), nullable=False),
        sa.Column("destination_id", sa.Integer(), nullable=False),
        sa.Column("duration_min", sa.Double(), nullable=False),
        sa.Column("distance_km", sa.Double(), nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("distance_km >= 0", name=op.f("ck_distances_distance_km")),
        sa.ForeignKeyConstraint(["destination_id"], ["cities.id"], name=op.f("fk_distances_destination_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_distances_import_id")),
        sa.ForeignKeyConstraint(["origin_id"], ["cities.id"], name=op.f("fk_distances_origin_id")),
        sa.PrimaryKeyConstraint("origin_id", "destination_id", name=op.f("pk_distances")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("date", sa.String(), nullable=False),
        sa.Column("end_date", sa.String(), nullable=True),
        sa.Column("start_min", sa.Integer(), nullable=True),
        sa.Column("end_min", sa.Integer(), nullable=True),
        sa.Column("category", sa.String(), nullable=True),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("lat", sa.Double(), nullable=True),
        sa.Column("lon", sa.Double(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.Column("price", sa.Double(), nullable=True),
        sa.Column("currency", sa.String(), server_default="INR", nullable=False),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_events_city_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_events_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("name_key", "city_id", "date", name=op.f("uq_events_name_key_city_id_date")),
    )
    op.create_index(op.f("ix_events_city_id"), "events", ["city_id"], unique=False)
    op.create_table(
        "flight_performance",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("number_key", sa.String(), nullable=False),
        sa.Column("route_key", sa.String(), nullable=False),
        sa.Column("origin_id", sa.Integer(), nullable=True),
        sa.Column("destination_id", sa.Integer(), nullable=True),
        sa.Column("total_flights", sa.Integer(), nullable=False),
        sa.Column("on_time", sa.Integer(), nullable=True),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("very_late", sa.Integer(), nullable=False),
        sa.Column("excessive", sa.Integer(), nullable=False),
        sa.Column("cancelled", sa.Integer(), nullable=False),
        sa.Column("diverted", sa.Integer(), nullable=False),
        sa.Column("avg_delay_min", sa.Double(), nullable=True),
        sa.Column("std_delay_min", sa.Double(), nullable=True),
        sa.Column("max_delay_min", sa.Double(), nullable=True),
        sa.Column("min_delay_min", sa.Double(), nullable=True),
        sa.Column("delay_observations", sa.Integer(), nullable=True),
        sa.Column("codeshare", sa.String(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["destination_id"], ["cities.id"], name=op.f("fk_flight_performance_destination_id")
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["import_batches.id"], name=op.f("fk_flight_performance_import_id")
        ),
        sa.ForeignKeyConstraint(["origin_id"], ["cities.id"], name=op.f("fk_flight_performance_origin_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_flight_performance")),
        sa.UniqueConstraint(
            "number_key", "route_key", name=op.f("uq_flight_performance_number_key_route_key")
        ),
    )
    op.create_table(
        "flights",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("number_key", sa.String(), nullable=False),
        sa.Column("airline", sa.String(), nullable=True),
        sa.Column("dep_min", sa.Integer(), nullable=False),
        sa.Column("arr_min", sa.Integer(), nullable=False),
        sa.Column("duration_min", sa.Double(), nullable=True),
        sa.Column("arr_inferred", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("date", sa.String(), nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("origin_id", sa.Integer(), nullable=False),
        sa.Column("destination_id", sa.Integer(), nullable=False),
        sa.Column("price", sa.Double(), nullable=True),
        sa.Column("currency", sa.String(), server_default="INR", nullable=False),
        sa.CheckConstraint("dep_min BETWEEN 0 AND 1439", name=op.f("ck_flights_dep_min")),
        sa.ForeignKeyConstraint(["destination_id"], ["cities.id"], name=op.f("fk_flights_destination_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_flights_import_id")),
        sa.ForeignKeyConstraint(["origin_id"], ["cities.id"], name=op.f("fk_flights_origin_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_flights")),
        sa.UniqueConstraint(
            "number_key",
            "origin_id",
            "destination_id",
            "date",
            name=op.f("uq_flights_number_key_origin_id_destination_id_date"),
        ),
    )
    op.create_index(
        op.f("ix_flights_origin_id_destination_id"), "flights", ["origin_id", "destination_id"], unique=False
    )
    op.create_table(
        "restaurants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("address_key", sa.String(), nullable=False),
        sa.Column("lat", sa.Double(), nullable=True),
        sa.Column("lon", sa.Double(), nullable=True),
        sa.Column("cuisines", sa.JSON(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("hours", sa.JSON(), nullable=True),
        sa.Column("crowd_level", sa.String(), nullable=True),
        sa.Column("crowds", sa.JSON(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.Column("price", sa.Double(), nullable=True),
        sa.Column("currency", sa.String(), server_default="INR", nullable=False),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_restaurants_city_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_restaurants_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_restaurants")),
        sa.UniqueConstraint(
            "name_key", "city_id", "address_key", name=op.f("uq_restaurants_name_key_city_id_address_key")
        ),
    )
    op.create_index(op.f("ix_restaurants_city_id"), "restaurants", ["city_id"], unique=False)
    op.create_table(
        "road_routes",
        sa.Column("origin_id", sa.Integer(), nullable=False),
        sa.Column("destination_id", sa.Integer(), nullable=False),
        sa.Column("free_flow_min", sa.Double(), nullable=False),
        sa.Column("historical_delay_min", sa.Double(), nullable=False),
        sa.Column("estimated_delay_min", sa.Double(), nullable=True),
        sa.Column("distance_km", sa.Double(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("free_flow_min >= 0", name=op.f("ck_road_routes_free_flow_min")),
        sa.CheckConstraint("historical_delay_min >= 0", name=op.f("ck_road_routes_historical_delay_min")),
        sa.ForeignKeyConstraint(
            ["destination_id"], ["cities.id"], name=op.f("fk_road_routes_destination_id")
        ),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_road_routes_import_id")),
        sa.ForeignKeyConstraint(["origin_id"], ["cities.id"], name=op.f("fk_road_routes_origin_id")),
        sa.PrimaryKeyConstraint("origin_id", "destination_id", name=op.f("pk_road_routes")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "stations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("lat", sa.Double(), nullable=True),
        sa.Column("lon", sa.Double(), nullable=True),
        sa.Column("kind", sa.String(), server_default="", nullable=False),
        sa.Column("code", sa.String(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_stations_city_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_stations_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stations")),
        sa.UniqueConstraint("name_key", "city_id", name=op.f("uq_stations_name_key_city_id")),
    )
    op.create_index(op.f("ix_stations_city_id"), "stations", ["city_id"], unique=False)
    op.create_table(
        "trains",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("number_key", sa.String(), nullable=False),
        sa.Column("train_name", sa.String(), nullable=True),
        sa.Column("origin_station", sa.String(), nullable=True),
        sa.Column("destination_station", sa.String(), nullable=True),
        sa.Column("origin_station_key", sa.String(), nullable=False),
        sa.Column("destination_station_key", sa.String(), nullable=False),
        sa.Column("dep_min", sa.Integer(), nullable=False),
        sa.Column("arr_min", sa.Integer(), nullable=False),
        sa.Column("duration_min", sa.Double(), nullable=True),
        sa.Column("arr_inferred", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("run_days", sa.JSON(), nullable=True),
        sa.Column("classes", sa.JSON(), nullable=True),
        sa.Column("prices", sa.JSON(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("origin_id", sa.Integer(), nullable=False),
        sa.Column("destination_id", sa.Integer(), nullable=False),
        sa.Column("price", sa.Double(), nullable=True),
        sa.Column("currency", sa.String(), server_default="INR", nullable=False),
        sa.CheckConstraint("dep_min BETWEEN 0 AND 1439", name=op.f("ck_trains_dep_min")),
        sa.ForeignKeyConstraint(["destination_id"], ["cities.id"], name=op.f("fk_trains_destination_id")),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_trains_import_id")),
        sa.ForeignKeyConstraint(["origin_id"], ["cities.id"], name=op.f("fk_trains_origin_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trains")),
        sa.UniqueConstraint(
            "number_key",
            "origin_station_key",
            "destination_station_key",
            name=op.f("uq_trains_number_key_origin_station_key_destination_station_key"),
        ),
    )
    op.create_index(
        op.f("ix_trains_origin_id_destination_id"), "trains", ["origin_id", "destination_id"], unique=False
    )
    op.create_table(
        "transit_stops",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("stop_name", sa.String(), nullable=False),
        sa.Column("distance_m", sa.Double(), nullable=False),
        sa.Column("stop_lat", sa.Double(), nullable=True),
        sa.Column("stop_lon", sa.Double(), nullable=True),
        sa.Column("computed", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("city_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("distance_m >= 0", name=op.f("ck_transit_stops_distance_m")),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_transit_stops_city_id")),
        sa.ForeignKeyConstraint(
            ["import_id"], ["import_batches.id"], name=op.f("fk_transit_stops_import_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transit_stops")),
        sa.UniqueConstraint("name_key", "city_id", name=op.f("uq_transit_stops_name_key_city_id")),
    )
    op.create_index(op.f("ix_transit_stops_city_id"), "transit_stops", ["city_id"], unique=False)


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("transit_stops")
    op.drop_table("trains")
    op.drop_table("stations")
    op.drop_table("road_routes")
    op.drop_table("restaurants")
    op.drop_table("flights")
    op.drop_table("flight_performance")
    op.drop_table("events")
    op.drop_table("distances")
    op.drop_table("crowds")
    op.drop_table("cost_of_living")
    op.drop_table("city_aliases")
    op.drop_table("buses")
    op.drop_table("attractions")
    op.drop_table("accommodations")
    op.drop_table("train_delays")
    op.drop_index(op.f("ix_cities_name_key"), table_name="cities")
    op.drop_table("cities")
    op.drop_index(op.f("ix_import_batches_sha256"), table_name="import_batches")
    op.drop_table("import_batches")
    op.drop_table("people")
