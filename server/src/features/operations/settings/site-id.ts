/** Id of the site itself, as the subject of an audit log entry. */
export const SITE_ID = '00000000-0000-4000-8000-000000000000'
