export { Pool as profilesRepository } from 'pg'
