-- An enrollment that is added is still to be done, and one that is to be done makes no renewal due: 0057 looked at each for nothing.
-- old code survives: no program adds an enrollment of which nothing is left to be done and that could make a renewal due
drop trigger enrollment_day_added on enrollment;
