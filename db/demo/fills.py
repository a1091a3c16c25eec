"""Planned times, remarks and rationales of five trips, which fit the demo data's own figures."""

from db.demo.writing import Filling

FILLED = {
    1: Filling(
        {
            "d1.l1": (
                "05:50",
                "13:05",
                "Expected delay 24 min, so the arrival is planned 25 min after the timetable's.",
            ),
            "d1.s1": ("13:35", "14:00"),
            "d1.s2": (
                "14:05",
                "16:40",
                (
                    "60 min visit + 95 min buffer at congestion 1.56. 40 min fall in peak hours: no free "
                    "slot outside them is long enough."
                ),
            ),
            "d1.s3": ("19:00", "22:05", "60 min fall in peak hours: these are the usual hours of the meal."),
            "d1.s4": ("22:10", "06:30"),
            "d2.s1": ("06:30", "06:45"),
            "d2.s2": ("07:00", "08:40"),
            "d2.s3": ("08:45", "12:25", "90 min visit + 130 min buffer at congestion 1.41."),
            "d2.s4": ("12:40", "15:20", "120 min fall in peak hours: lunch comes 4 h after breakfast."),
            "d2.s5": ("19:20", "22:30", "100 min fall in peak hours: dinner comes 4 h after lunch."),
            "d2.s6": ("22:35", "06:30"),
            "d3.s1": ("06:30", "06:50"),
            "d3.s2": ("07:00", "08:40"),
            "d3.s3": ("08:50", "11:00", "60 min visit + 70 min buffer at congestion 1.12."),
            "d3.l1": (
                "15:20",
                "22:58",
                "Expected delay 32 min, so the arrival is planned 33 min after the timetable's.",
            ),
        },
        "One sight a day, each near the hotel; the train home leaves a free noon on day 3.",
        ("The bill of INR 9,180 stays within the budget; meals lie at least 4 h apart; every place is open."),
        (
            "Stays are base duration plus 1.0 to 1.25 times the ideal buffer; both trains are "
            "planned with their expected delay."
        ),
    ),
    2: Filling(
        {
            "d1.l1": (
                "08:00",
                "12:40",
                "Free flow takes 265 min; 15 min more for the usual 30 min of delay.",
            ),
            "d1.s1": ("13:10", "13:35"),
            "d1.s2": ("13:40", "15:20", "60 min visit + 40 min buffer at congestion 1.30."),
            "d1.s3": ("19:00", "21:15", "120 min fall in peak hours: these are the usual hours of the meal."),
            "d1.s4": ("21:20", "06:30"),
            "d2.s1": ("06:30", "06:45"),
            "d2.s2": ("07:00", "08:15"),
            "d2.s3": (
                "08:45",
                "12:05",
                (
                    "120 min visit + 80 min buffer at congestion 1.31. 65 min fall in peak hours: no free"
                    " slot outside them is long enough."
                ),
            ),
            "d2.s4": ("12:40", "14:35", "95 min fall in peak hours: lunch comes 4 h after breakfast."),
            "d2.s5": ("16:00", "18:30"),
            "d2.s6": ("19:00", "21:15", "120 min fall in peak hours: dinner comes 4 h after lunch."),
            "d2.s7": ("21:20", "06:30"),
            "d3.s1": ("06:30", "06:50"),
            "d3.s2": ("07:00", "08:15"),
            "d3.s3": ("08:30", "10:00", "60 min visit + 30 min buffer at congestion 1.00."),
            "d3.l1": (
                "10:30",
                "15:12",
                "Free flow takes 265 min; 17 min more for the usual 34 min of delay.",
            ),
        },
        ("The long visit to the fort comes in the cool morning, the concert in the afternoon of its date."),
        (
            "The bill of INR 29,240 for four stays within the budget; the place to stay is family"
            " friendly; the music event is attended."
        ),
        (
            "A tolerant traveller keeps half to the whole of the ideal buffer; the taxi gets half"
            " the usual delay of the road."
        ),
    ),
    3: Filling(
        {
            "d1.l1": (
                "10:35",
                "11:54",
                "Expected delay 11 min, so the arrival is planned 14 min after the timetable's.",
            ),
            "d1.s1": ("12:25", "12:50"),
            "d1.s2": ("12:55", "15:30", "60 min visit + 95 min buffer at congestion 1.26."),
            "d1.s3": ("19:00", "22:35", "120 min fall in peak hours: these are the usual hours of the meal."),
            "d1.s4": ("22:40", "06:30"),
            "d2.s1": ("06:30", "06:45"),
            "d2.s2": ("07:00", "09:10"),
            "d2.s3": ("09:15", "13:00", "90 min visit + 135 min buffer at congestion 1.20."),
            "d2.s4": ("13:10", "15:40"),
            "d2.s5": ("19:40", "23:10", "120 min fall in peak hours: dinner comes 4 h after lunch."),
            "d2.s6": ("23:15", "06:30"),
            "d3.s1": ("06:30", "06:50"),
            "d3.s2": ("07:00", "08:55"),
            "d3.s3": (
                "09:10",
                "11:50",
                (
                    "60 min visit + 100 min buffer at congestion 1.33. 50 min fall in peak hours: no free"
                    " slot outside them is long enough."
                ),
            ),
            "d3.l1": (
                "17:30",
                "19:01",
                "Expected delay 20 min, so the arrival is planned 26 min after the timetable's.",
            ),
        },
        "A flight each way leaves two unhurried mornings; one sight a day.",
        ("The bill of INR 20,960 stays within the budget; a heritage house; three Rajasthani meals."),
        (
            "Careful buffers, 1.25 to 2.0 times the ideal one; both flights are planned with more"
            " than their expected delay."
        ),
    ),
    5: Filling(
        {
            "d1.l1": (
                "05:50",
                "13:05",
                "Expected delay 24 min, so the arrival is planned 25 min after the timetable's.",
            ),
            "d1.s1": ("13:35", "14:00"),
            "d1.s2": (
                "14:05",
                "18:00",
                (
                    "Left after 235 min instead of 270: enough of the bazaar before dinner on the first "
                    "evening."
                ),
            ),
            "d1.s3": ("19:00", "22:10", "120 min fall in peak hours: these are the usual hours of the meal."),
            "d1.s4": ("22:15", "06:30"),
            "d2.s1": ("06:30", "06:45"),
            "d2.s2": ("07:00", "08:40"),
            "d2.s3": ("08:45", "11:00", "60 min visit + 75 min buffer at congestion 1.22."),
            "d2.s4": ("12:40", "15:20", "120 min fall in peak hours: lunch comes 4 h after breakfast."),
            "d2.s5": ("16:30", "18:00"),
            "d2.s6": ("19:20", "22:30", "100 min fall in peak hours: dinner comes 4 h after lunch."),
            "d2.s7": ("22:35", "06:30"),
            "d3.s1": ("06:30", "06:50"),
            "d3.s2": ("07:00", "08:40"),
            "d3.l1": (
                "10:45",
                "15:52",
                "Expected delay 16 min, so the arrival is planned 17 min after the timetable's.",
            ),
            "d3.s3": ("16:25", "16:50"),
            "d3.s4": (
                "16:55",
                "19:25",
                (
                    "60 min visit + 90 min buffer at congestion 1.42. 120 min fall in peak hours: no free"
                    " slot outside them is long enough."
                ),
            ),
            "d3.s5": ("19:30", "22:40", "90 min fall in peak hours: these are the usual hours of the meal."),
            "d3.s6": ("22:45", "06:30"),
            "d4.s1": ("06:30", "06:45"),
            "d4.s2": ("07:00", "08:40"),
            "d4.s3": ("08:50", "11:00", "60 min visit + 70 min buffer at congestion 1.12."),
            "d4.s4": ("12:40", "15:10", "130 min fall in peak hours: lunch comes 4 h after breakfast."),
            "d4.s5": ("19:10", "22:20", "110 min fall in peak hours: dinner comes 4 h after lunch."),
            "d4.s6": ("22:25", "06:30"),
            "d5.s1": ("06:30", "06:50"),
            "d5.s2": ("07:00", "08:40"),
            "d5.s3": ("08:45", "09:45", "30 min visit + 30 min buffer at congestion 1.00."),
            "d5.l1": (
                "14:30",
                "04:01",
                "Expected delay 40 min, so the arrival is planned 41 min after the timetable's.",
            ),
        },
        (
            "Two cities in the order of the railway line; the puppet theatre on its date; short "
            "last morning before the long train."
        ),
        (
            "The bill of INR 25,740 for three stays within the budget; both places have a "
            "restaurant; Rajasthani food on four days."
        ),
        (
            "Stays take 1.0 to 1.25 times the ideal buffer, but the bazaar on day 1 is cut short;"
            " trains are planned with their expected delay."
        ),
    ),
    7: Filling(
        {
            "d1.l1": (
                "05:50",
                "13:05",
                "Expected delay 24 min, so the arrival is planned 25 min after the timetable's.",
            ),
            "d1.s1": ("13:35", "14:00"),
            "d1.s2": ("14:05", "16:20", "60 min visit + 75 min buffer at congestion 1.25."),
            "d1.s3": ("19:00", "22:10", "120 min fall in peak hours: these are the usual hours of the meal."),
            "d1.s4": ("22:15", "06:30"),
            "d2.s1": ("06:30", "06:45"),
            "d2.s2": ("07:00", "08:40"),
            "d2.s3": ("08:45", "12:25", "90 min visit + 130 min buffer at congestion 1.41."),
            "d2.s4": ("12:40", "15:20", "120 min fall in peak hours: lunch comes 4 h after breakfast."),
            "d2.s5": ("19:20", "22:30", "100 min fall in peak hours: dinner comes 4 h after lunch."),
            "d2.s6": ("22:35", "06:30"),
            "d3.s1": ("06:30", "06:50"),
            "d3.s2": ("07:00", "08:40"),
            "d3.l1": (
                "10:30",
                "17:00",
                "Expected delay 35 min, so the arrival is planned 35 min after the timetable's.",
            ),
            "d3.s3": ("17:30", "17:55"),
            "d3.s4": (
                "18:00",
                "20:15",
                (
                    "60 min visit + 75 min buffer at congestion 1.22. 60 min fall in peak hours: no free "
                    "slot outside them is long enough."
                ),
            ),
            "d3.s5": ("20:20", "23:25", "40 min fall in peak hours: these are the usual hours of the meal."),
            "d3.s6": ("23:35", "06:30"),
            "d4.s1": ("06:30", "06:45"),
            "d4.s2": ("07:00", "08:40"),
            "d4.s3": ("09:00", "11:10", "60 min visit + 70 min buffer at congestion 1.13."),
            "d4.s4": ("12:40", "15:10", "130 min fall in peak hours: lunch comes 4 h after breakfast."),
            "d4.s5": (
                "19:10",
                "21:30",
                (
                    "Left at 21:30, 50 min earlier than the range asks: an early night before the train. "
                    "Part of it falls in peak hours, 4 h after lunch."
                ),
            ),
            "d4.s6": ("22:25", "06:30"),
            "d5.s1": ("06:30", "06:50"),
            "d5.s2": ("07:00", "08:40"),
            "d5.l1": (
                "10:20",
                "16:08",
                "Expected delay 28 min, so the arrival is planned 28 min after the timetable's.",
            ),
            "d5.s3": ("16:40", "17:05"),
            "d5.s4": ("19:00", "22:10", "120 min fall in peak hours: these are the usual hours of the meal."),
            "d5.s5": ("22:15", "06:30"),
            "d6.s1": ("06:30", "06:45"),
            "d6.s2": ("07:00", "08:55"),
            "d6.s3": ("09:00", "12:20", "90 min visit + 110 min buffer at congestion 1.18."),
            "d6.s4": ("12:55", "15:10"),
            "d6.s5": ("16:30", "18:30"),
            "d6.s6": ("19:10", "22:20", "120 min fall in peak hours: dinner comes 4 h after lunch."),
            "d6.s7": ("22:25", "06:30"),
            "d7.s1": ("06:30", "06:50"),
            "d7.s2": ("07:00", "08:40"),
            "d7.s3": (
                "08:50",
                "11:05",
                (
                    "60 min visit + 75 min buffer at congestion 1.24. 5 min fall in peak hours: no free "
                    "slot outside them is long enough."
                ),
            ),
            "d7.s4": ("12:40", "14:55"),
            "d7.s5": ("20:30", "21:20"),
            "d7.l1": (
                "21:30",
                "08:23",
                "Expected delay 38 min, so the arrival is planned 38 min after the timetable's.",
            ),
        },
        (
            "Jaipur, Jodhpur, Udaipur in one line without turning back; the City Palace of Jaipur"
            " and that of Udaipur are two places."
        ),
        ("The bill of INR 22,620 stays within the budget; private rooms in all three cities; three museums."),
        (
            "Stays take 1.0 to 1.25 times the ideal buffer, except one dinner in Jodhpur; bus and"
            " trains are planned with their expected delay."
        ),
    ),
}
