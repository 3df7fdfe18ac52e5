import type { ErrorEntry } from '../error-kinds.ts'

/** What can go wrong with profiles; part of the catalogue in `errors.ts`. */
export const PROFILE_ERRORS = {
  NAME_REQUIRED: { status: 400, kind: 'PROFILE_ERROR', en: 'Name is required', nl: 'Naam is verplicht' },
  NAME_INVALID: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Name contains invalid characters. Only letters, spaces, hyphens, apostrophes, and periods are allowed.',
    nl: 'De naam bevat ongeldige tekens. Alleen letters, spaties, koppeltekens, apostrofs en punten zijn toegestaan.',
  },
  NAME_TOO_LONG: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Name must have at most 100 characters',
    nl: 'De naam mag hoogstens 100 tekens hebben',
  },
  NAME_INVISIBLE: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Name contains a character that cannot be seen. Please type the name again instead of pasting it.',
    nl: 'De naam bevat een teken dat niet te zien is. Typ de naam opnieuw in plaats van hem te plakken.',
  },
  NAME_HEAPED_MARKS: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Name has too many accents on one letter. At most four are allowed.',
    nl: 'De naam heeft te veel accenten op één letter. Er mogen er hoogstens vier zijn.',
  },
  NAME_SCRIPTS_MIXED: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Name mixes letters of different scripts that look alike. Please write it in one script.',
    nl: 'De naam mengt letters uit verschillende schriften die op elkaar lijken. Schrijf hem in één schrift.',
  },
  BIO_TOO_LONG: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Bio must have at most 500 characters',
    nl: 'De bio mag hoogstens 500 tekens hebben',
  },
  CATEGORY_REQUIRED: { status: 400, kind: 'PROFILE_ERROR', en: 'Please select a category', nl: 'Kies een categorie' },
  CATEGORY_REQUIRED_ON_FORM: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Category is required',
    nl: 'Categorie is verplicht',
  },
  CATEGORY_TOO_LONG: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'A category of your own must have at most 100 characters',
    nl: 'Een eigen categorie mag hoogstens 100 tekens hebben',
  },
  CATEGORY_UNAVAILABLE: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'This category cannot be chosen. Please select another one.',
    nl: 'Deze categorie kan niet worden gekozen. Kies een andere.',
  },
  PROFILE_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'Profile not found', nl: 'Profiel niet gevonden' },
  PROFILE_NOT_PUBLIC: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Profile is not public',
    nl: 'Dit profiel is niet openbaar',
  },
  PROFILE_HIDDEN: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'A moderator has hidden your profile. Until it is shown again, you cannot send requests.',
    nl: 'Een moderator heeft je profiel verborgen. Zolang dat zo is, kun je geen verzoeken versturen.',
  },
  PROFILE_REQUIRED: {
    status: 403,
    kind: 'PROFILE_ERROR',
    en: 'Complete your profile first',
    nl: 'Maak eerst je profiel af',
  },
  PROFILES_FETCH_FAILED: {
    status: 500,
    kind: 'PROFILE_ERROR',
    en: 'Failed to fetch profiles.',
    nl: 'Profielen ophalen is niet gelukt.',
  },
  PROFILE_FETCH_FAILED: {
    status: 500,
    kind: 'PROFILE_ERROR',
    en: 'Failed to fetch profile.',
    nl: 'Profiel ophalen is niet gelukt.',
  },
  PROFILE_SAVE_FAILED: {
    status: 500,
    kind: 'PROFILE_ERROR',
    en: 'Failed to save profile',
    nl: 'Profiel opslaan is niet gelukt',
  },
  PROFILE_UPDATE_FAILED: {
    status: 500,
    kind: 'PROFILE_ERROR',
    en: 'Failed to update profile.',
    nl: 'Profiel bijwerken is niet gelukt.',
  },
  IMAGE_REQUIRED: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Please select an image file',
    nl: 'Kies een afbeelding',
  },
  IMAGE_HEIC: {
    status: 415,
    kind: 'VALIDATION_ERROR',
    en: 'This iPhone photo (HEIC) cannot be opened here. Save it as JPEG and try again.',
    nl: 'Deze iPhone-foto (HEIC) kan hier niet worden geopend. Bewaar hem als JPEG en probeer het opnieuw.',
  },
  IMAGE_TOO_LARGE: {
    status: 413,
    kind: 'VALIDATION_ERROR',
    en: 'This image is too large. Choose one of at most 30 MB.',
    nl: 'Deze afbeelding is te groot. Kies er een van hoogstens 30 MB.',
  },
  IMAGE_TOO_MANY_PIXELS: {
    status: 413,
    kind: 'VALIDATION_ERROR',
    en: 'This image has too many pixels. Choose a smaller one.',
    nl: 'Deze afbeelding heeft te veel pixels. Kies een kleinere.',
  },
  IMAGE_UNREADABLE: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Failed to process image',
    nl: 'Afbeelding verwerken is niet gelukt',
  },
} as const satisfies Record<string, ErrorEntry>
