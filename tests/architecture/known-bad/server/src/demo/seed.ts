export { Pool as seed } from 'pg'
