-- Up Migration

-- A text folded for comparing: small letters of one form, without marks, apostrophes or joiners, and with spaces for hyphens.
-- A letter that has no decomposition becomes the one that is typed for it: ł l, ø o, ß ss.
CREATE FUNCTION fold_letters(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(
          regexp_replace(
            -- Decomposed, U+00B4 would be a space and an accent.
            normalize(replace(input, U&'\00B4', ''), NFKD),
            -- Accents, points of Hebrew and Arabic, apostrophes, soft hyphens, joiners and marks of direction.
            '[\u0300-\u036F\u0591-\u05BD\u05BF-\u05C7\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F''`\u02B9\u02BB-\u02BF\u02C8\u2018\u2019\u201B\u2032\u055A\uA78B\uA78C\u00AD\u00B7\u200B-\u200F\u2060\uFEFF]',
            '', 'g'
          ) COLLATE pg_c_utf8
        ),
        'øđħłŧƀɓƃɔƈɖɗƌǝɛƒɠɨƙƚɯɲƞƥƫƭʈʋƴƶǥȡȥȴȵȶⱥȼⱦȿɀʌɇɉɋɍɏỿⱡɫᵽɽⱨⱪⱬɱɐⱱⱳⱴðıȷŋəɵʉɑɣςٱىیکۀةہھےךםןףץ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹-‐–—‒―−־・',
        'odhltbbbocdddeefgiklmnnptttvyzgdzlntactszvejqryyllprhkzmavwvdijnaouagσاييكههههيכמנפצ01234567890123456789         '
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'
    ),
    '[ \t]+', ' ', 'g'
  )) COLLATE "default";

-- The folded words of a text, separated by spaces: signs separate them, too.
CREATE FUNCTION split_words(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(
    fold_letters(input), '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u206F\u3000-\u303F]+', ' ', 'g'
  ));

-- The words of a text as written and their stems in Dutch and in English, each with the weight that is given.
CREATE FUNCTION search_vector(input text, weight_of_word "char", weight_of_stem "char") RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT setweight(to_tsvector('simple', words), weight_of_word)
      || setweight(to_tsvector('dutch', words) || to_tsvector('english', words), weight_of_stem)
    FROM (SELECT coalesce(split_words(input), '')) AS split (words)
  );

-- The names of languages in Dutch and in English; a code that is not here is not found by name.
CREATE FUNCTION language_names(codes text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT string_agg(names, ' ')
    FROM (VALUES
      ('ar', 'Arabisch Arabic'), ('bg', 'Bulgaars Bulgarian'), ('cs', 'Tsjechisch Czech'), ('da', 'Deens Danish'),
      ('de', 'Duits German'), ('el', 'Grieks Greek'), ('en', 'Engels English'), ('es', 'Spaans Spanish'),
      ('fa', 'Perzisch Persian Farsi'), ('fi', 'Fins Finnish'), ('fr', 'Frans French'), ('fy', 'Fries Frisian'),
      ('he', 'Hebreeuws Hebrew'), ('hi', 'Hindi'), ('hr', 'Kroatisch Croatian'), ('hu', 'Hongaars Hungarian'),
      ('id', 'Indonesisch Indonesian'), ('it', 'Italiaans Italian'), ('ja', 'Japans Japanese'), ('ko', 'Koreaans Korean'),
      ('ku', 'Koerdisch Kurdish'), ('nl', 'Nederlands Dutch'), ('no', 'Noors Norwegian'), ('pap', 'Papiaments Papiamento'),
      ('pl', 'Pools Polish'), ('pt', 'Portugees Portuguese'), ('ro', 'Roemeens Romanian'), ('ru', 'Russisch Russian'),
      ('so', 'Somalisch Somali'), ('sr', 'Servisch Serbian'), ('sv', 'Zweeds Swedish'), ('ti', 'Tigrinya'),
      ('tr', 'Turks Turkish'), ('uk', 'Oekraïens Ukrainian'), ('ur', 'Urdu'), ('vi', 'Vietnamees Vietnamese'),
      ('zh', 'Chinees Chinese')
    ) AS language (code, names)
    WHERE code = ANY (codes)
  );

-- Null in rows from before, until the next migration fills them.
ALTER TABLE profiles
  -- Folded: the name and, on a line of its own, the category in the person's own words.
  ADD COLUMN search_names text,
  -- Weights: A words and C stems of the name, own category, headline and town; B words and D stems of the bio and languages.
  ADD COLUMN search_words tsvector;

-- A trigger, so that servers of the release before fill both columns as well; a generated column would rewrite the table.
CREATE FUNCTION set_profile_search() RETURNS trigger
  LANGUAGE plpgsql AS $$
  BEGIN
    NEW.search_names := fold_letters(NEW.full_name || chr(10) || coalesce(NEW.expertise_custom, ''));
    NEW.search_words := search_vector(concat_ws(' ', NEW.full_name, NEW.expertise_custom, NEW.headline, NEW.town), 'A', 'C')
      || search_vector(concat_ws(' ', NEW.bio, language_names(NEW.languages)), 'B', 'D');
    RETURN NEW;
  END $$;
CREATE TRIGGER set_search BEFORE INSERT OR UPDATE OF full_name, expertise_custom, bio, headline, town, languages ON profiles
  FOR EACH ROW EXECUTE FUNCTION set_profile_search();

-- Fills both columns in batches, each committed by itself, so that no save of a profile waits for long.
CREATE PROCEDURE fill_profile_search()
  LANGUAGE plpgsql AS $$
  DECLARE
    first uuid := '00000000-0000-0000-0000-000000000000';
    last uuid;
  BEGIN
    LOOP
      SELECT id INTO last FROM (SELECT id FROM profiles WHERE id > first ORDER BY id LIMIT 1000) AS batch
        ORDER BY id DESC LIMIT 1;
      EXIT WHEN NOT FOUND;
      UPDATE profiles SET full_name = full_name WHERE id > first AND id <= last AND search_words IS NULL;
      COMMIT;
      first := last;
    END LOOP;
  END $$;
